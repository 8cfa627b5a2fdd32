# Names and descriptions of the slash commands and their options.
# Discord's limits: a name is at most 32 characters, in lower case, without spaces; a description at most 100.

command-adventure = приключение
    .description = Приключения на этом сервере
command-adventure-start = начать
    .description = Начать новое приключение здесь или в отдельной ветке
command-adventure-list = список
    .description = Показать приключения этого сервера
command-adventure-info = сведения
    .description = Показать, во что играют в этом канале
command-adventure-resume = возобновить
    .description = Продолжить приключение в этом канале
command-adventure-end = завершить
    .description = Завершить приключение в этом канале; его можно будет возобновить
command-adventure-mode = режим
    .description = Выбрать, что означает сообщение без команды: действие, реплику или рассказ

command-do = сделать
    .description = Сделать что-нибудь
command-say = сказать
    .description = Сказать что-нибудь
command-story = рассказ
    .description = Написать часть истории от себя
command-continue = продолжить
    .description = Дать слово рассказчику
command-retry = заново
    .description = Попросить рассказчика ответить иначе
command-undo = отменить
    .description = Отменить последний ход
command-redo = вернуть
    .description = Вернуть отменённый ход

command-card = карточка
    .description = Карточки истории этого приключения
command-card-add = добавить
    .description = Добавить карточку истории
command-card-edit = изменить
    .description = Изменить карточку истории
command-card-remove = удалить
    .description = Удалить карточку истории
command-card-list = список
    .description = Показать все карточки истории
command-card-show = показать
    .description = Показать одну карточку истории
command-card-test = проверить
    .description = Проверить, какие карточки вызовет текст и почему не вызовет другие

command-plot = сюжет
    .description = Изменить инструкции, суть сюжета, краткое содержание и авторское примечание
command-context = контекст
    .description = Показать, что рассказчик видел на одном из ходов и почему

command-server = сервер
    .description = Как Questsmith ведёт себя на этом сервере
command-server-language = язык
    .description = Задать язык бота; без выбора каждый участник видит свой язык
command-server-role = роль
    .description = Задать роль, которая может изменять карточки наравне с «Управлять сервером»

option-scenario = сценарий
    .description = Какая история; без неё можно выбрать из списка
option-language = язык
    .description = Какой язык
option-thread = ветка
    .description = Играть в новой ветке, а не здесь
option-adventure = приключение
    .description = Какое приключение
option-mode = режим
    .description = Действие, реплика или рассказ
option-text = текст
    .description = Что вы делаете или говорите, своими словами
option-card = карточка
    .description = Какая карточка истории
option-type = тип
    .description = О ком или о чём она: персонаж, место, предмет…
option-match = поиск
    .description = Как искать её триггеры в тексте истории
option-pinned = закреплена
    .description = Всегда держать перед рассказчиком, даже если триггеров в тексте нет
option-enabled = включена
    .description = Участвует ли карточка в игре
option-role = роль
    .description = Какая роль; без неё нужно право «Управлять сервером»
option-turn = ход
    .description = Какой ход: выберите из списка или отсчитайте назад (1 — последний)
