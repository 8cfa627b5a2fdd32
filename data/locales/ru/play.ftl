# Playing in a channel.

turn-accepted = Рассказчик продолжает…
turn-queued = ⏳ { $place ->
    [one] Ваш ход принят, перед ним в очереди ещё { $place } ход.
    [few] Ваш ход принят, перед ним в очереди ещё { $place } хода.
   *[many] Ваш ход принят, перед ним в очереди ещё { $place } ходов.
}
turn-undo-facts = Сказано позже и отменено вместе с ходом: { $facts }
turn-redo-facts = Вернулось вместе с ходом: { $facts }
turn-undo = ↩️ Ход отменён. История снова здесь:
    >>> { $excerpt }
turn-redo = ↪️ Ход возвращён. История продолжается отсюда:
    >>> { $excerpt }
turn-interrupted = История прервалась: { $name } всё ещё ждёт ответа рассказчика. Ничего не потеряно; нажмите «Заново», чтобы продолжить.
    >>> { $excerpt }

button-continue = Продолжить
button-retry = Заново
button-undo = Отменить
button-redo = Вернуть
button-do = Сделать…
button-say = Сказать…
button-story = Рассказ…

form-do = Действие
form-do-label = Что вы делаете?
form-say = Реплика
form-say-label = Что вы говорите?
form-story = Рассказ
form-story-label = Что происходит?

mode-do = действие
mode-say = реплика
mode-story = рассказ

list-more = … и ещё { $count }
