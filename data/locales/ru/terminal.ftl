# The command line.

help-questsmith = Текстовые приключения в Discord, в браузере и в терминале.
help-sandbox = Играть на локальной странице, похожей на Discord; ни аккаунт, ни ключ не нужны.
help-play = Играть в этом терминале. Строки из файла разыгрываются одна за другой.
help-run = Запустить бота в Discord. Нужен DISCORD_TOKEN.
help-context = Показать, как из файла приключения складывается запрос к модели.
help-eval = Проверить часть Questsmith на файле примеров.
help-eval-triggers = Встречается ли триггер в тексте? По одному примеру в строке.
help-doctor = Проверить каждую часть и сказать, какая требует внимания.
help-port = порт страницы (по умолчанию любой свободный)
help-no-open = не открывать браузер
help-scenario = идентификатор сценария (по умолчанию lantern)
help-language = язык истории
help-db = файл базы данных
help-resume = показать последние ходы самого нового приключения и продолжить его
help-files = файлы приключений
help-json = отчёты в JSON, по одному на строку
help-cases = файл примеров, по одному объекту JSON на строку
help-eval-json = один объект JSON вместо сводки
help-layout = как построен запрос (по умолчанию как указано в файле)

sandbox-starting = Questsmith запускается, рассказчик — { $model }…
sandbox-open = Questsmith открыт. Играть можно по этому адресу:
sandbox-stop = Остановить: Ctrl+C.

terminal-player = Игрок
terminal-hint = Пишите, что вы делаете; реплики берите в «кавычки». Остальное покажет /help.
terminal-help =
    /do, /say, /story ТЕКСТ: сделать, сказать, написать часть истории
    /continue: дать слово рассказчику
    /retry: попросить рассказчика ответить иначе
    /undo, /redo: отменить последний ход, вернуть его
    /context: показать, что видел рассказчик
    /quit: выйти; потом можно продолжить с --resume
    ((…)) или // в начале строки: не входит в игру; поправка запоминается
    /correct КТО | ЧТО ИМЕННО | КАК ПРАВИЛЬНО: поправить рассказчика
    /answer НОМЕР: ответить, где верна поправка
terminal-choices = Ответьте: { $answers }.
terminal-choice = /answer { $number } ({ $scope })
terminal-unknown = Команды { $command } нет. Все команды покажет /help.
terminal-interrupted = На последний ход ещё нет ответа. Получить его: /retry.

doctor-scenarios = Сценарии
doctor-languages = Языки
doctor-tokens = Токены
doctor-tokens-found = { $name }{ $exact ->
    [yes] {""}
   *[no] {" "}(для этой модели приблизительно)
}, { $context } на запрос и { $reply } на ответ
doctor-narrator = Рассказчик и база данных
doctor-narrator-found = { $model } отвечает: «{ $words }»
doctor-discord = Discord
doctor-discord-found = токен задан; его проверит questsmith run

eval-passed = Верно { $passed } из { $cases }.
eval-triggers-found = найден, а не должен
eval-triggers-missed = не найден, а должен

help-eval-recall = Измерить, насколько хорошо находятся нужные места, по файлу с документами и вопросами.
help-recall = файл с документами и вопросами, по объекту JSON в строке
help-embedder = чем сравниваются тексты, кроме слов

help-eval-corrections = Проиграть разговоры, в которых игроки поправляют рассказчика, и показать, что запомнилось.
help-conversations = файл с разговорами, по объекту JSON в строке
