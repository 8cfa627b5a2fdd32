# Что игроки слышат о поправках и что рассказчик читает об открытых вопросах.

canon-saved = { $scope ->
    [scene] Сохранено для этой сцены:
    [arc] Сохранено для этой арки:
    [character] Сохранено для всех историй:
    [everywhere] Сохранено для всех ваших бесед:
   *[adventure] Сохранено для этой истории:
} { $wording }
canon-known = { $scope ->
    [scene] Уже сохранено, для этой сцены:
    [arc] Уже сохранено, для этой арки:
    [character] Уже сохранено, для всех историй:
    [everywhere] Уже сохранено, для всех ваших бесед:
   *[adventure] Уже сохранено, для этой истории:
} { $wording }
canon-edited = { $scope ->
    [scene] Изменено для этой сцены:
    [arc] Изменено для этой арки:
    [character] Изменено для всех историй:
    [everywhere] Изменено для всех ваших бесед:
   *[adventure] Изменено для этой истории:
} { $wording }
canon-undone = { $scope ->
    [scene] Отменено для этой сцены:
    [arc] Отменено для этой арки:
    [character] Отменено для всех историй:
    [everywhere] Отменено для всех ваших бесед:
   *[adventure] Отменено для этой истории:
} { $wording }
canon-forgotten = { $scope ->
    [scene] Удалено для этой сцены:
    [arc] Удалено для этой арки:
    [character] Удалено для всех историй:
    [everywhere] Удалено для всех ваших бесед:
   *[adventure] Удалено для этой истории:
} { $wording }
canon-before = Раньше: { $values }.
canon-again = Теперь снова: { $values }.
canon-question = Где это верно? { $wording }

canon-scope-scene = в этой сцене
canon-scope-arc = в этой арке
canon-scope-adventure = в этой истории
canon-scope-character = во всех историях
canon-scope-everywhere = во всех моих беседах

canon-open = Открытый вопрос, игроки его не решили: { $things }. Не утверждай ни одной версии и не намекай на неё.

# Охват и вид там, где их выбирают.

scope-scene = { canon-scope-scene }
scope-arc = { canon-scope-arc }
scope-adventure = { canon-scope-adventure }
scope-character = { canon-scope-character }
scope-everywhere = { canon-scope-everywhere }
kind-fact = факт истории
kind-preference = пожелание к рассказу

# Кнопки и формы.

canon-button-undo = Отменить
canon-button-edit = Изменить
canon-button-scopes = Где это верно
canon-button-back = Назад
canon-button-form = Открыть форму
canon-widen-character = Во всех историях
canon-widen-everywhere = Во всех моих беседах

form-correct = Поправить рассказчика
form-canon-edit = Изменить сохранённое
form-canon-subject = Кто или что
    .hint = Как в истории: Мира. Если это пожелание к рассказу, оставьте пустым.
form-canon-attribute = Что именно
    .hint = Одно-два слова: цвет глаз. Можно оставить пустым.
form-canon-value = Как правильно
    .hint = Верное значение: зелёный. Если это пожелание, то всё целиком.
form-canon-kind = Что это
    .hint = Факт общий для всех игроков, пожелание только ваше.
form-canon-scope = Где это верно
    .hint = Если не выбрать, то в этой истории, или я переспрошу.

canon-not-understood = Поправки здесь не видно, ничего не сохранено. Скажите так: «у Миры зелёные глаза, а не голубые», или заполните форму.
canon-alias = «{ $also }» теперь тоже имя: это { $name }.
