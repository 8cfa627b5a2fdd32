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
