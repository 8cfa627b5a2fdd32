# The pages of what is remembered: /memory list, search, add, edit, forget, pin, history.

memories-heading = Что помнит рассказчик
memories-count = { $count ->
    [one] { $count } запись
    [few] { $count } записи
   *[many] { $count } записей
}
memories-shown = Показано { $found } из { $total }
memories-searched = Поиск: «{ $text }»
memories-none = Здесь пока нечего вспомнить. Воспоминания появляются сами, когда история растёт; записать своё можно через /память добавить, поправить рассказчика — через /память поправить.
memories-none-found = Здесь ничего не подошло. Выберите другие фильтры или поищите иначе.
memories-unwritten = (ещё пишется)

memories-kind-fact = Факт истории
memories-kind-preference = Ваше пожелание к рассказу
memories-kind-memory = Воспоминание

memories-over-scene = в прошлой сцене
memories-over-arc = в прошлой арке
memories-actions = фрагменты { $first }–{ $last }
memories-said = со слов { $name }
memories-added = автор: { $name }
memories-edited = правка: { $name }
memories-since = с { $when }
memories-pinned = закреплено
memories-uses = { $count ->
    [0] Перед рассказчиком это ещё не стояло.
    [one] Стояло перед рассказчиком { $count } раз.
    [few] Стояло перед рассказчиком { $count } раза.
   *[many] Стояло перед рассказчиком { $count } раз.
}
memories-not-yours = Это можно только посмотреть. Изменить может тот, кто это сказал или добавил, и те, кто управляет сервером; воспоминания — ещё и тот, кто начал приключение.

memories-state-used = было в последнем ответе
memories-state-stored = хранится
memories-state-waiting = пишется
memories-state-open = открытый вопрос
memories-state-old = устарело
memories-state-forgotten = забыто

memories-replaced = Устарело: { $when } вместо этого сказано «{ $wording }» ({ $scope })
memories-replaced-hidden = Устарело: { $when } вместо этого действует чужое пожелание
memories-outdated = Неактуально. Сейчас верно другое: { $wording }

memories-menu-open = Посмотреть одну запись
memories-menu-reach = Где это верно
memories-menu-show = В каком состоянии
memories-menu-scope = Изменить, где это верно
memories-reach-all = Где угодно
memories-reach-bank = воспоминания этой истории
memories-show-all = В любом состоянии
memories-show-used = было в последнем ответе
memories-show-stored = хранится
memories-show-waiting = пишется
memories-show-open = открытые вопросы
memories-show-old = устарело
memories-show-forgotten = забыто
memories-show-pinned = закреплено
memories-show-outdated = неактуально

memories-note-added = Запомнено: { $wording }
memories-note-edited = Изменено. Теперь здесь сказано: { $wording }
memories-note-pin = Закреплено: рассказчик читает это всегда, когда хватает места, о чём бы ни шла речь. { $wording }
memories-note-unpin = Больше не закреплено: { $wording }
memories-note-forget = Забыто: { $wording } Рассказчик этого больше не читает; запись можно вернуть.
memories-note-recall = Снова в памяти: { $wording }
memories-note-deleted = Удалено навсегда: { $wording }

memories-history = Откуда это известно
memories-history-active = «{ $wording }» — со слов { $name }, { $when }. Это верно и сейчас.
memories-history-superseded = «{ $wording }» — со слов { $name }, { $when }. С { $later } вместо этого «{ $successor }».
memories-history-replaced-by-hidden = «{ $wording }» — со слов { $name }, { $when }. С { $later } вместо этого верна запись, которая здесь не показана.
memories-history-unresolved = «{ $wording }» — со слов { $name }, { $when }. Где это верно, пока не решено.
memories-history-forgotten = «{ $wording }» — со слов { $name }, { $when }. Отменено.
memories-history-more = { $count ->
    [one] Ещё { $count } более ранняя запись не показана.
    [few] Ещё { $count } более ранние записи не показаны.
   *[many] Ещё { $count } более ранних записей не показано.
}
memories-source-added = Это воспоминание { $when } добавил игрок: { $name }. Отдельного фрагмента истории за ним нет.
memories-source-model = Воспоминание о фрагментах { $first }–{ $last }: рассказчик записал его { $when }.
memories-source-story = Воспоминание о фрагментах { $first }–{ $last } словами самой истории, { $when }.
memories-source-player = Воспоминание о фрагментах { $first }–{ $last } от { $when }; автор текста: { $name }.
memories-source-waiting = Воспоминание о фрагментах { $first }–{ $last }, начато { $when }. Пока оно не записано, вместо него стоят слова самой истории.
memories-source-begins = История там начинается так:

button-memory-first = В начало
button-memory-last = В конец
button-memory-search = Поиск…
button-memory-list = Все записи
button-memory-entry = Обратно
button-memory-edit = Изменить…
button-memory-pin = Закрепить
button-memory-unpin = Открепить
button-memory-forget = Забыть
button-memory-recall = Вернуть
button-memory-delete = Удалить
button-memory-history = Откуда это

form-memory-search = Поиск в памяти
form-memory-query = Слова
    .hint = В любой форме и в любом порядке. Пусто — показать всё.
form-memory-edit = Изменить запись
form-memory-text = Воспоминание
    .hint = Что произошло, в нескольких предложениях
memories-form-long = Сюда поместилось только начало. Отправленное заменит весь текст целиком.
form-memory-value = Как правильно
    .hint = Только верное значение: зелёный
form-memory-wish = Как рассказывать
    .hint = Пожелание целиком
