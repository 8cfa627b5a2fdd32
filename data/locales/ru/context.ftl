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
context-tokens-by = { $tokens ->
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

context-required-full = вошло целиком, { $size }
context-required-trimmed = обрезано в конце: { $missing ->
    [0] целиком не помещается
    [one] не поместился { $missing } токен
    [few] не поместилось { $missing } токена
   *[many] не поместилось { $missing } токенов
}
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
context-card-kept = вошла, { $size }: стоит там с одного из прошлых ходов
context-card-kept-used = вошла, { $size }: «{ $trigger }» — { $ago ->
    [0] в последнем действии
    [one] { $ago } действие назад
    [few] { $ago } действия назад
   *[many] { $ago } действий назад
}, и она уже там стояла
context-card-kept-pinned = вошла, { $size }: закреплена
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
context-memory-kept = вошло, { $size }: стоит там с одного из прошлых ходов
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
context-memory-superseded = не вошло: то, о чём оно говорит, позже исправлено
context-memory-covers = фрагменты { $first }–{ $last }
context-memory-added = автор: { $name }
context-memory-edited = правка: { $name }
context-memory-pinned = закреплено
context-memory-raw = сам текст истории: воспоминание ещё не написано
context-memory-fact = факт со слов игроков

context-canon-recalled = вошло: это пожелание, оно стоит в инструкциях
context-canon-open-question = не вошло: открытый вопрос, рассказчику велено не утверждать ни одной версии
context-canon-superseded = не вошло: более поздняя поправка говорит иное
context-canon-out-of-scope = не вошло: здесь это неверно
context-canon-shadowed = не вошло: здесь действует более узкая запись или открытый вопрос
context-canon-not-relevant = не вошло: об этом давно не говорили

context-action = За { $ago ->
    [one] { $ago } фрагмент
    [few] { $ago } фрагмента
   *[many] { $ago } фрагментов
} до последнего действия
context-action-full = вошёл целиком, { $size }
context-action-trimmed = вошёл только его конец, { $size }
context-status = { $included ->
    [yes] вошло, { $size }
   *[no] не вошло
} ({ $status })

context-count-included = вошло: { $count }
context-count-no-room = не поместилось: { $count }
context-count-not-triggered = давно не упоминалось: { $count }
context-count-disabled = выключено: { $count }
context-count-below-threshold = сейчас не к месту: { $count }
context-count-already-in-history = уже есть в истории: { $count }
context-count-other = не вошло по другим причинам: { $count }

context-turn = Ход № { $number }, { $name }: { $action }
context-turn-back = { $number } назад: { $turn }
context-always = Всегда с рассказчиком
context-did-not-fit = Что не поместилось и что поможет
context-token = Токен — это кусочек слова; за один раз рассказчик может прочесть лишь ограниченное их число.
context-usage = { $model } насчитала токенов: в запросе { $prompt }, в ответе { $reply }.
context-usage-cached = { $model } насчитала токенов: в запросе { $prompt }, из них уже были в кэше { $cached } ({ $percent } %), в ответе { $reply }.
context-cost = Этот ход стоил примерно { $cost } $.
context-cost-free = Этот ход бесплатный: рассказчик работает на этом компьютере.
context-menu = Заглянуть в раздел
context-page = Страница { $page } из { $pages }
context-prompt = Это сообщения, которые получил рассказчик, слово в слово.
context-prompt-next = Это сообщения, которые рассказчик получил бы сейчас, слово в слово.

button-overview = Обзор
button-previous = Назад
button-next = Дальше
button-prompt = Весь запрос

context-about-instructions = Как рассказчику писать. Он читает это каждый ход; изменить: /сюжет.
context-about-essentials = Что всегда остаётся верным. Рассказчик читает это каждый ход; изменить: /сюжет.
context-about-summary = Что уже произошло, вкратце. Рассказчик читает это каждый ход; изменить: /сюжет.
context-about-authors-note = Стиль и направление — ближе к концу, где они весомее всего; изменить: /сюжет.
context-about-last-action = То, на что рассказчик отвечает. Входит всегда и целиком.
context-about-front-memory = Самые последние слова перед ответом. Входят всегда и целиком.
context-about-cards = Карточка входит, когда её триггер встретился { $window ->
    [one] в последнем { $window } фрагменте
    [few] в последних { $window } фрагментах
   *[many] в последних { $window } фрагментах
}. Сначала закреплённые, затем то, о чём говорили недавно; остальным приходится ждать.
context-about-memories = Короткие воспоминания о давних фрагментах. Входят те, что ближе всего к последнему действию.
context-about-history = История слово в слово, считая от самого нового фрагмента. Того, что старше последнего здесь, рассказчик уже не читает.

advice-history = Рассказчик больше не читает дословно { $missing ->
    [one] { $missing } самый старый фрагмент
    [few] { $missing } самых старых фрагмента
   *[many] { $missing } самых старых фрагментов
}{ $some ->
    [yes] ; для него всё начинается с «{ $begins }»
   *[no] {""}
}. О чём забывать нельзя, запишите в карточку истории, в суть сюжета или в краткое содержание (/сюжет).
advice-history-more = Чтобы вернулась вся история, нужно добавить примерно { $more }.
advice-required = { $names }: поместилось не всё{ $cut ->
    [yes] , рассказчик читает только до слов «…{ $ends }»
   *[no] {""}
}. Сократите тексты в /сюжет примерно на { $over } в сумме или добавьте примерно { $more }.
advice-cards = { $count ->
    [one] Понадобилась, но не поместилась { $count } карточка
    [few] Понадобились, но не поместились { $count } карточки
   *[many] Понадобились, но не поместились { $count } карточек
}: { $names }.
advice-card-alone = Карточка «{ $title }» одна больше, чем отведено всем ({ $limit }): сократите её хотя бы на { $over } или добавьте примерно { $more }.
advice-card-unpin = Карточка «{ $title }» войдёт, если открепить карточку «{ $other }», о которой сейчас не говорят, или сократить одну из карточек примерно на { $over }, или добавить примерно { $more }.
advice-card-shorten = Карточка «{ $title }» войдёт, если сократить её или те, что вошли, примерно на { $over } или добавить примерно { $more }.
advice-cards-all = Чтобы вошли все, нужно добавить примерно { $more }.
advice-memories = { $count ->
    [one] Не поместилось { $count } воспоминание
    [few] Не поместилось { $count } воспоминания
   *[many] Не поместилось { $count } воспоминаний
}; чтобы хватило места, нужно добавить примерно { $more }.
advice-context = Сколько рассказчик может прочесть, решает владелец бота. Здесь это { $limit } (QUESTSMITH_CONTEXT_TOKENS).
