# The measurement of orders and layouts: questsmith eval order.

help-eval-order = При каком порядке карточек и воспоминаний модель читает лучше всего? Задаёт вопросы из файла при каждом порядке и каждой раскладке.
help-golden = набор вопросов, см. data/golden
help-questions = задать не больше стольких вопросов, равномерно по всему файлу

order-heading = { $file }: { $model }. Вопросов: { $questions }
order-context = Токенов в запросе, не больше: { $tokens }
order-weak = Это встроенная модель. Она слабая: продолжает историю, а на вопросы отвечает редко, поэтому о порядке по ней судить почти нельзя. Чтобы измерить настоящую модель, задайте OPENAI_API_KEY или OPENAI_BASE_URL.
order-layout = раскладка
order-order = порядок
order-right = верно
order-accuracy = точность
order-interval = 95 %
order-in-prompt = в запросе
order-tokens = токены
order-cached = из кэша
order-cost = цена
order-failed = сбои
order-legend =
    верно: ответы, в которых есть принятый ответ; сбой верным не считается
    95 %: доверительный интервал Уилсона для точности
    в запросе: вопросы, ответ на которые стоял в запросе
    токены: во всех запросах, по счёту провайдера; из кэша: доля, взятая из его кэша
    цена: в долларах США; —: неизвестно
order-failure = { $variant }, { $question }: { $reason }.
order-reason = { $kind ->
    [error-context-overflow] вопрос не помещается в контекст
    [error-narrator-unreachable] { $host } не отвечает
    [error-narrator-key] { $host } не принимает ключ API
    [error-narrator-model] { $host } не знает модели { $model }
    [error-narrator-busy] { $host } перегружен, или квота исчерпана
    [error-narrator-too-long] запрос слишком длинный для { $model }
    [error-narrator-broken] ответ { $model } оборвался
    [error-narrator-empty] { $model } ничего не говорит
   *[error-narrator] { $model } не даёт пригодного ответа
}
order-stopped = Измерить ничего не удалось: { $reason }. Проверьте OPENAI_BASE_URL, OPENAI_API_KEY и OPENAI_MODEL.
