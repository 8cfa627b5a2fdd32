# What went wrong and what to do about it, for a player or the owner of the bot.

error-unexpected = Случилось что-то непредвиденное. История цела; попробуйте ещё раз.
error-unexpected-id = Случилось что-то непредвиденное. История цела; попробуйте ещё раз. Если это повторится, сообщите владельцу бота код: { $id }

error-context-overflow = Слишком длинный ход: вместе с тем, что нужно отправлять всегда, он занимает { $needed ->
    [one] { $needed } токен
    [few] { $needed } токена
   *[many] { $needed } токенов
}, а помещается только { $limit }. Сократите его или попросите владельца бота увеличить QUESTSMITH_CONTEXT_TOKENS.
error-cases-file = Файл { $file } не удалось прочесть: { $reason }.
error-case = { $file }, строка { $line }: { $reason ->
    [json] это не объект JSON
    [missing] нет поля «{ $field }»
   *[wrong] у поля «{ $field }» недопустимое значение
}.
error-setting = Настройка { $name } не подходит: { $reason }. Измените её в переменных окружения или в файле .env.
error-adventure-file = Не удалось прочитать файл приключения { $file }: { $reason }.
error-scenario = В сценарии { $file } ошибка: { $reason }.
error-scenario-unknown = Сценария «{ $name }» нет. Выберите один из этих: { $known }.
error-golden-file = Файл { $file } нельзя прочитать как набор вопросов: { $reason }.

error-store = База данных недоступна.
error-store-newer = База данных { $file } создана более новой версией Questsmith. Обновите Questsmith или выберите другую базу.
error-store-unwritable = Не удалось открыть базу данных { $file } или записать в неё: { $reason }. Выберите файл в папке, доступной для записи.

error-narrator = Рассказчик ({ $model }, { $host }) не дал внятного ответа. Ваш ход сохранён; нажмите «Заново».
error-narrator-unreachable = Рассказчик ({ $model }, { $host }) не отвечает. Ваш ход сохранён; чуть позже нажмите «Заново». Владелец бота может проверить OPENAI_BASE_URL.
error-narrator-key = { $host } не принимает ключ API. Владельцу бота нужно указать в OPENAI_API_KEY действующий ключ; ваш ход сохранён.
error-narrator-model = { $host } не знает модели { $model }. Владельцу бота нужно указать в OPENAI_MODEL ту, которая там есть; ваш ход сохранён.
error-narrator-busy = { $host } сейчас перегружен, или исчерпан лимит. Ваш ход сохранён; нажмите «Заново» через некоторое время.
error-narrator-too-long = История слишком длинна для модели { $model }. Владельцу бота нужно уменьшить QUESTSMITH_CONTEXT_TOKENS; ваш ход сохранён.
error-narrator-broken = Рассказчик умолк на полуслове. Ваш ход сохранён; нажмите «Заново».
error-narrator-empty = Рассказчику нечего было сказать. Ваш ход сохранён; нажмите «Заново».
error-narrator-embedded = Не удалось запустить рассказчика на этом компьютере: { $reason }. Повторите установку или задайте OPENAI_BASE_URL и OPENAI_API_KEY, чтобы подключить провайдера.

error-turn = Этот ход сделать нельзя.
error-turn-duplicate = Этот ход уже принят.
error-nothing-to-undo = Это самое начало истории, отменять нечего.
error-nothing-to-redo = Возвращать нечего: ни один ход не отменён.
error-nothing-to-retry = Рассказчик ещё ничего не ответил, переделывать нечего.
error-stale-button = История уже ушла дальше; нажимайте кнопки под самым новым ответом.
error-turn-unknown = В этом приключении нет хода { $turn }, на который рассказчик ответил. Выберите ход из списка или отсчитайте назад: 1 — последний.
error-report-pruned = То, что рассказчик видел на ходу № { $turn }, уже не хранится. Сколько ходов хранить, решает владелец бота: QUESTSMITH_KEEP_REPORTS.
error-empty-action = Тут пусто. Напишите, что вы делаете или говорите.
error-stopping = Бот вот-вот остановится и новых ходов не принимает; попробуйте через минуту.

error-adventure = С этим приключением так поступить нельзя.
error-no-adventure = В этом канале нет открытого приключения. Начните его: /приключение начать.
error-adventure-open = Здесь уже играют в «{ $title }». Завершите это приключение командой /приключение завершить или начните новое в ветке.
error-no-threads = Здесь нельзя создать ветку. Используйте команду в текстовом канале или не указывайте параметр «ветка».
error-adventure-unknown = Такого приключения нет. Выберите одно из списка приключений.

error-card = Не удалось сохранить карточку истории.
error-card-unknown = Карточки «{ $name }» здесь нет. Выберите одну из списка.
error-card-invalid = Карточка не сохранена: { $reason ->
    [pattern] шаблон «{ $trigger }» использовать нельзя ({ $problem }). Просмотр вперёд и назад и обратные ссылки не поддерживаются
    [too-many] число триггеров не может быть больше { $limit }
    [too-long] { $field ->
        [title] название слишком длинное, предел в знаках: { $limit }
        [entry] текст слишком длинный, предел в знаках: { $limit }
       *[triggers] триггер слишком длинный, предел в знаках: { $limit }
    }
   *[missing] { $field ->
        [title] нужно название
        [entry] нужен текст карточки
       *[triggers] нужен хотя бы один триггер, если карточка не закреплена
    }
}.

error-canon = Эту поправку нельзя сохранить.
error-correction = Поправка не сохранена: { $reason ->
    [subject] не сказано, о ком или о чём она
    [value] не сказано, как правильно
    [denied] сказано только, как неверно; скажите и как верно
    [long] она слишком длинная; поправка — это одно предложение
    [mention] в ней упомянут участник или ссылка; напишите имя так, как в истории
    [contradiction] она противоречит сама себе
    [ambiguous] это имя носят двое; уточните, о ком речь
    [scope] так далеко она распространяться не может
   *[unclear] её не удалось понять; скажите так: «у Миры зелёные глаза, а не голубые»
}.
error-record-unknown = Этой записи больше нет, или на вопрос уже ответили.

error-forbidden = Вам это недоступно. Нужно право «Управлять сервером» или роль, заданная на сервере; своим приключением может распоряжаться и тот, кто его начал.

error-not-a-player = Это видят только участники приключения и те, кто управляет сервером.

error-port = Страницу нельзя открыть на порту { $port }. Укажите в --port другой или не указывайте его вовсе.

error-discord = Discord недоступен.
error-token-missing = Не задан DISCORD_TOKEN. Впишите токен бота в файл .env (как, сказано в README) или попробуйте бота без Discord: make sandbox.
error-token-refused = Discord не принимает токен. Получите на портале разработчика новый (Bot → Reset Token) и впишите его в DISCORD_TOKEN.
error-discord-unreachable = До Discord не удаётся достучаться. Проверьте подключение к интернету и запустите бота снова; make sandbox играет без Discord.
error-intent-missing = Боту не разрешено читать сообщения. Включите на портале разработчика Message Content Intent (Bot → Privileged Gateway Intents) и запустите бота снова.
error-permission-missing = Мне не хватает прав в этом канале: { $permissions }. Их может выдать тот, кто управляет сервером.

# Права Discord, как их называет сам Discord.

permission-view-channel = Просматривать канал
permission-send-messages = Отправлять сообщения
permission-send-messages-in-threads = Отправлять сообщения в ветках
permission-create-public-threads = Создавать публичные ветки
permission-embed-links = Встраивать ссылки
permission-attach-files = Прикреплять файлы
permission-read-message-history = Читать историю сообщений

list-separator = ,
error-embedder = Воспоминания нельзя сравнить по смыслу ({ $model }): { $reason }. Владелец может изменить QUESTSMITH_EMBEDDER.
error-recall-file = Не удалось прочитать { $file }: { $reason }
