# Adventures, the plot and the server's settings.
# In all files the last plural form is “many”: “other” is for fractions, which no text has.

adventure-pick = Выберите сценарий
adventure-pick-intro = Какую историю хотите здесь сыграть?
adventure-started = «{ $title }» начинается в { $channel }.
adventure-embedded = Встроенный рассказчик { $model } умеет писать только по-английски. Для этого языка владельцу бота нужно подключить модель побольше (OPENAI_API_KEY, OPENAI_BASE_URL).
adventure-how = { $mode ->
    [say] Пишите, что вы говорите,
    [story] Пишите, что происходит дальше,
   *[do] Пишите, что вы делаете, а реплики берите в кавычки —
} или пользуйтесь кнопками. Сообщения, которые начинаются с //, в историю не входят; если рассказчик ошибся, скажите об этом там.
adventure-resumed = «{ $title }» продолжается в { $channel }.
adventure-ended = «{ $title }»: приключение в этом канале завершено. История сохранена, вернуться к ней можно командой /приключение возобновить.
adventure-mode = Сообщение без команды теперь означает: { $mode }.
adventure-summary = { $switch ->
    [off] Краткое содержание больше не обновляется само. Изменить его можно командой /сюжет.
   *[on] Краткое содержание снова обновляется само — каждые 15 фрагментов истории.
}
adventure-summary-progress = Прочитано { $read } из { $total } …
adventure-summary-later = Прочитано { $read } из { $total }. Остальное будет прочитано чуть позже, ничего делать не нужно.
adventure-summary-done = Краткое содержание обновлено: { $total ->
    [0] читать пока нечего.
    [one] прочитан { $total } фрагмент.
    [few] прочитано { $total } фрагмента.
   *[many] прочитано { $total } фрагментов.
}
adventure-none = На этом сервере ещё нет приключений. Начните первое: /приключение начать.
adventure-line-open = 🟢 **{ $title }** (#{ $id }) в { $channel }, { $when }
adventure-line-ended = ⚪ **{ $title }** (#{ $id }), завершено, { $when }
adventure-info =
    «{ $title }» (#{ $id })
    Начало: { $when }
    Игроки: { $players }
    { $actions ->
        [one] { $actions } фрагмент истории
        [few] { $actions } фрагмента истории
       *[many] { $actions } фрагментов истории
    }, { $cards ->
        [one] { $cards } карточка
        [few] { $cards } карточки
       *[many] { $cards } карточек
    }
    Сообщение без команды означает: { $mode }
    Рассказчик: { $model }

form-plot = Сюжет
plot-saved = Сохранено: { $names }. Рассказчик учтёт это в следующем ответе.
plot-same = Ничего не изменилось.
plot-long = Не помещается в форму: здесь только начало, остальное останется как есть

section-instructions = Инструкции для ИИ
    .hint = Как рассказчику вести повествование
section-essentials = Суть сюжета
    .hint = О чём в этой истории нельзя забывать
section-summary = Краткое содержание
    .hint = Что уже произошло
section-authors-note = Авторское примечание
    .hint = Стиль и направление того, что будет дальше
section-last-action = Последнее действие
section-front-memory = Фронтальная память
section-cards = Карточки истории
section-memories = Банк памяти
section-history = История

server-language = Язык бота: { $language }.
server-role = Изменять карточки истории теперь могут участники с ролью { $role } и все, у кого есть право «Управлять сервером».
server-role-none = Изменять карточки истории теперь могут только участники с правом «Управлять сервером».
language-en = английский
language-ru = русский
language-ar = арабский
language-own = у каждого участника свой
adventure-scene = Новая сцена: { $name } (арка { $arc }). Сказанное для прошлой сцены больше не действует.

switch-on = включить
switch-off = выключить
