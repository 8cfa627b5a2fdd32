# /context: what the narrator saw, and why.

context-heading = What the narrator saw: { $title }
context-heading-next = What the narrator will see: { $title }
context-total = { $total } of { $limit } tokens are used ({ $percent }%){ $exact ->
    [yes] .
   *[no] ; this model counts in its own way, so the numbers are an estimate.
}
context-room = { $all ->
    [no] There is not room for everything.
   *[yes] There is room for everything.
}
context-picture = Prompt
context-free = free
context-limit = limit { $limit }
context-amount = { $tokens }
context-picture-total = { $total } of { $limit }
context-percent = { $percent }%
context-tokens = { $tokens ->
    [one] one token
   *[other] { $tokens } tokens
}
context-tokens-by = { $tokens ->
    [one] one token
   *[other] { $tokens } tokens
}
context-tokens-of = { $tokens } of at most { $limit } tokens

context-history = { $total ->
    [0] Nothing came before the last action.
   *[other] { $included } of { $total } earlier passages, counted back from the newest{ $cut ->
        [yes] ; the oldest of them only in part
       *[no] {""}
    }.
}

context-required-full = in whole, { $size }
context-required-trimmed = cut at its end: { $missing ->
    [0] not all of it fits
    [one] one token of it does not fit
   *[other] { $missing } tokens of it do not fit
}
context-required-no-room = left out: there is no room for it

context-card-full = in, { $tokens } tokens: “{ $trigger }” came up { $ago ->
    [0] in the last action
    [one] one action ago
   *[other] { $ago } actions ago
}
context-card-kept = in, { $size }: still there from an earlier turn
context-card-kept-used = in, { $size }: “{ $trigger }” came up { $ago ->
    [0] in the last action
    [one] one action ago
   *[other] { $ago } actions ago
}, and it was there already
context-card-kept-pinned = in, { $size }: pinned
context-card-full-pinned = in, { $tokens } tokens: pinned
context-card-no-room = out: “{ $trigger }” came up, but its { $tokens } tokens do not fit any more
context-card-no-room-pinned = out: pinned, but its { $tokens } tokens do not fit any more
context-card-not-triggered = out: none of its triggers came up lately
context-card-disabled = out: switched off
context-card-absent = out: its entry is empty
context-card-bad-trigger = out: its pattern “{ $trigger }” cannot be used. To see what is wrong with it, save the card again with /card edit

context-memories-none = There are no memories yet.
context-memory-full = in, { $tokens } tokens, relevance { $relevance }%
context-memory-kept = in, { $size }: still there from an earlier turn
context-memory-no-room = out: its { $tokens } tokens do not fit any more
context-memory-absent = out: it is empty
context-memory-below-threshold = out: relevance { $relevance }% is too little
context-memory-already-in-history = out: the history tells it already
context-memory-off-path = out: what it tells was taken back
context-memory-bank-off = out: the memory bank is switched off
context-memory-superseded = out: what it tells was corrected later
context-memory-covers = passages { $first } to { $last }
context-memory-added = added by { $name }
context-memory-edited = edited by { $name }
context-memory-pinned = pinned
context-memory-raw = the story itself: its memory is not written yet
context-memory-fact = a fact that players have stated

context-canon-recalled = in: a wish; it stands in the AI instructions
context-canon-open-question = out: an open question; the narrator is told not to assert any version of it
context-canon-superseded = out: a later correction says otherwise
context-canon-out-of-scope = out: it does not hold here
context-canon-shadowed = out: something that holds for less, or an open question, stands before it
context-canon-not-relevant = out: nobody spoke of it lately

context-action = { $ago ->
    [one] One passage before the last action
   *[other] { $ago } passages before the last action
}
context-action-full = in whole, { $size }
context-action-trimmed = only its end is in, { $size }
context-status = { $included ->
    [yes] in, { $size }
   *[no] out
} ({ $status })

context-count-included = { $count } in
context-count-no-room = { $count } did not fit
context-count-not-triggered = { $count } not mentioned lately
context-count-disabled = { $count } switched off
context-count-below-threshold = { $count } not relevant now
context-count-already-in-history = { $count } told in the history
context-count-other = { $count } out for other reasons

context-turn = Turn #{ $number }, { $name }: { $action }
context-turn-back = { $number } back: { $turn }
context-always = Always in
context-did-not-fit = What did not fit, and what would help
context-token = A token is a piece of a word; the narrator can read only so many at a time.
context-usage = { $model } counted { $prompt } tokens of prompt and { $reply } of answer.
context-usage-cached = { $model } counted { $prompt } tokens of prompt, { $cached } of them already in its cache ({ $percent }%), and { $reply } of answer.
context-cost = This turn cost about ${ $cost }.
context-cost-free = This turn was free: the narrator runs on this machine.
context-menu = Look into a part
context-page = Page { $page } of { $pages }
context-prompt = These are the messages that the narrator got, to the letter.
context-prompt-next = These are the messages that the narrator would get now, to the letter.

button-overview = Overview
button-previous = Previous
button-next = Next
button-prompt = Whole prompt

context-about-instructions = How the narrator should write. It reads this at every turn; /plot changes it.
context-about-essentials = What must always be true. The narrator reads this at every turn; /plot changes it.
context-about-summary = What has happened so far, in short. The narrator reads this at every turn; /plot changes it.
context-about-authors-note = Style and direction, close to the end, where it weighs most; /plot changes it.
context-about-last-action = What the narrator answers. It always comes in whole.
context-about-front-memory = The very last words before the answer. They always come in whole.
context-about-cards = A card comes in when one of its triggers was used in the last { $window ->
    [one] passage
   *[other] { $window } passages
}. Pinned cards go first, then what was spoken of last; what is left over has to wait.
context-about-memories = Short memories of older passages. Those that have most to do with the last action come in.
context-about-history = The story word for word, counted back from the newest passage. What is older than the last one here, the narrator does not read any more.

advice-history = The narrator no longer reads { $missing ->
    [one] the oldest passage
   *[other] the oldest { $missing } passages
} word for word{ $some ->
    [yes] ; what it reads begins with “{ $begins }”
   *[no] {""}
}. What must not be forgotten belongs in a story card, or in the plot essentials or the summary (/plot).
advice-history-more = About { $more } more would bring the whole story back.
advice-required = { $names }: there was not room for all of it{ $cut ->
    [yes] , and the narrator reads only as far as “…{ $ends }”
   *[no] {""}
}. Shorten the texts of /plot by about { $over } in all, or allow about { $more } more.
advice-cards = { $count ->
    [one] One story card was called for and did not fit
   *[other] { $count } story cards were called for and did not fit
}: { $names }.
advice-card-alone = “{ $title }” alone is larger than what all cards share ({ $limit }): shorten its entry by at least { $over }, or allow about { $more } more.
advice-card-unpin = “{ $title }” would come in if “{ $other }”, of which nobody speaks at the moment, were no longer pinned; or if one of the entries were about { $over } shorter; or with about { $more } more.
advice-card-shorten = “{ $title }” would come in if its entry, or those of the cards that are in, were about { $over } shorter; or with about { $more } more.
advice-cards-all = For all of them it would take about { $more } more.
advice-memories = { $count ->
    [one] One memory
   *[other] { $count } memories
} did not fit; about { $more } more would make room.
advice-context = How much the narrator can read is up to the owner of the bot: { $limit } here (QUESTSMITH_CONTEXT_TOKENS).
