# The measurement of orders and layouts: questsmith eval order.

help-eval-order = Which order of story cards and memories is read best? Asks the model the questions of a golden set in every order and layout.
help-golden = golden set, see data/golden
help-questions = ask at most so many of the questions, evenly spread over the file

order-heading = { $file }: { $model }. Questions: { $questions }
order-context = Tokens of the prompt at most: { $tokens }
order-weak = This is the embedded model. It is weak: it goes on with a story and seldom answers a question, so what it says about orders means little. Set OPENAI_API_KEY or OPENAI_BASE_URL to measure a real model.
order-layout = layout
order-order = order
order-right = right
order-accuracy = accuracy
order-interval = 95 %
order-in-prompt = in prompt
order-tokens = tokens
order-cached = from cache
order-cost = cost
order-failed = failed
order-legend =
    right: answers that contain an accepted answer; a question that failed is not right
    95 %: Wilson's confidence interval of the accuracy
    in prompt: questions with a passage that answers them in the prompt
    tokens: of all prompts, as the provider counts; from cache: the part that its cache held
    cost: US dollars; —: not known
order-failure = { $variant }, { $question }: { $reason }.
order-reason = { $kind ->
    [error-context-overflow] the question does not fit into the context
    [error-narrator-unreachable] { $host } does not answer
    [error-narrator-key] { $host } refuses the API key
    [error-narrator-model] { $host } does not know the model { $model }
    [error-narrator-busy] { $host } is busy or its quota is used up
    [error-narrator-too-long] the prompt is too long for { $model }
    [error-narrator-broken] { $model } broke off in the middle of the answer
    [error-narrator-empty] { $model } said nothing
   *[error-narrator] { $model } gave no usable answer
}
order-stopped = Nothing was measured: { $reason }. Check OPENAI_BASE_URL, OPENAI_API_KEY and OPENAI_MODEL.
