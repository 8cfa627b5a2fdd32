# Story cards.

form-card-add = Новая карточка истории
form-card-edit = Карточка истории
form-card-title = Название
    .hint = О чём эта карточка
form-card-triggers = Триггеры
    .hint = Слова, по которым карточка всплывает, через запятую
form-card-entry = Текст карточки
    .hint = Что нужно знать рассказчику
form-card-notes = Заметки
    .hint = Для вас: рассказчик их не видит

card-saved = Сохранено: **{ $title }**
card-empty-triggers = { $count ->
    [one] Пропущен { $count } пустой триггер: из-за него карточка всплывала бы каждый ход.
    [few] Пропущено { $count } пустых триггера: из-за них карточка всплывала бы каждый ход.
   *[many] Пропущено { $count } пустых триггеров: из-за них карточка всплывала бы каждый ход.
}
card-typed = Вот что вы написали:
card-removed = Удалено: **{ $title }**
card-count = { $count ->
    [0] В этом приключении ещё нет карточек истории.
    [one] { $count } карточка истории
    [few] { $count } карточки истории
   *[many] { $count } карточек истории
}
card-disabled = выключена
card-match = Как ищутся триггеры: { $mode }
card-notes = Заметки:

match-forms = слова в любой форме
match-exact = точные слова
match-substring = текст в любом месте
match-regex = регулярное выражение
