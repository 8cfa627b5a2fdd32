# /context: what the narrator saw, and why.

context-heading = Что видел рассказчик: { $title }
context-heading-next = Что увидит рассказчик: { $title }
context-total = Занято токенов: { $total } из { $limit } ({ $percent } %){ $exact ->
    [yes] .
   *[no] ; у этой модели свой счёт, поэтому числа приблизительные.
}
context-room = { $all ->
    [no] Помещается не всё.
   *[yes] Помещается всё.
}
context-picture = Запрос
context-free = свободно
context-limit = предел { $limit }
context-amount = { $tokens }
context-picture-total = { $total } из { $limit }
context-percent = { $percent } %
context-tokens = { $tokens ->
    [one] { $tokens } токен
    [few] { $tokens } токена
   *[many] { $tokens } токенов
}
context-tokens-of = { $tokens } из { $limit ->
    [one] { $limit } токена
    [few] { $limit } токенов
   *[many] { $limit } токенов
}

context-history = { $total ->
    [0] До последнего действия ничего не было.
   *[many] Вошло { $included } из { $total ->
        [one] { $total } предыдущего фрагмента
        [few] { $total } предыдущих фрагментов
       *[many] { $total } предыдущих фрагментов
    }, считая от самого нового{ $cut ->
        [yes] ; самый старый из них — не целиком
       *[no] {""}
    }.
}

context-required-trimmed = обрезано в конце: целиком не помещается
context-required-no-room = не вошло: нет места

context-card-full = вошла, { $tokens ->
    [one] { $tokens } токен
    [few] { $tokens } токена
   *[many] { $tokens } токенов
}: «{ $trigger }» — { $ago ->
    [0] в последнем действии
    [one] { $ago } действие назад
    [few] { $ago } действия назад
   *[many] { $ago } действий назад
}
context-card-full-pinned = вошла, { $tokens ->
    [one] { $tokens } токен
    [few] { $tokens } токена
   *[many] { $tokens } токенов
}: закреплена
context-card-no-room = не вошла: «{ $trigger }» есть в тексте, но места на { $tokens ->
    [one] { $tokens } токен
    [few] { $tokens } токена
   *[many] { $tokens } токенов
} уже не хватило
context-card-no-room-pinned = не вошла: закреплена, но места на { $tokens ->
    [one] { $tokens } токен
    [few] { $tokens } токена
   *[many] { $tokens } токенов
} уже не хватило
context-card-not-triggered = не вошла: её триггеров в последнее время не было
context-card-disabled = не вошла: выключена
context-card-absent = не вошла: в ней нет текста
context-card-bad-trigger = не вошла: шаблон «{ $trigger }» использовать нельзя. Что с ним не так, подскажет /card edit при сохранении карточки

context-memories-none = Воспоминаний пока нет.
context-memory-full = вошло, { $tokens ->
    [one] { $tokens } токен
    [few] { $tokens } токена
   *[many] { $tokens } токенов
}, релевантность { $relevance } %
context-memory-no-room = не вошло: места на { $tokens ->
    [one] { $tokens } токен
    [few] { $tokens } токена
   *[many] { $tokens } токенов
} уже не хватило
context-memory-absent = не вошло: в нём нет текста
context-memory-below-threshold = не вошло: релевантность { $relevance } % слишком мала
context-memory-already-in-history = не вошло: об этом уже сказано в истории
context-memory-off-path = не вошло: эти события отменены
context-memory-bank-off = не вошло: банк памяти выключен
