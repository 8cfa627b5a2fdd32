# The command line.

help-questsmith = Text adventures on Discord, in the browser and in the terminal.
help-sandbox = Play in a local web page that looks like Discord; needs no account and no key.
help-play = Play in this terminal. Lines from a file are played one after the other.
help-run = Run the bot on Discord. Needs DISCORD_TOKEN.
help-context = Show how the prompt of an adventure file is made.
help-eval = Measure a part of Questsmith with a file of cases.
help-eval-triggers = Does a trigger occur in a text? One case a line.
help-doctor = Try every part once and say which one needs attention.
help-port = port of the page (default: a free one)
help-no-open = do not open a browser
help-scenario = id of a scenario (default: lantern)
help-language = language of the story
help-db = database file
help-resume = show the last turns of the newest adventure and go on with it
help-files = adventure files
help-json = one JSON report per line
help-cases = file of cases, one JSON object a line
help-eval-json = one JSON object instead of a summary
help-layout = how the prompt is laid out (default: as the file says)

sandbox-starting = Starting Questsmith; { $model } is the narrator…
sandbox-open = Questsmith is open. Play at this address:
sandbox-stop = Stop it with Ctrl+C.

terminal-player = You
terminal-hint = Write what you do, or "what you say" in quotation marks. /help shows more.
terminal-help =
    /do, /say, /story TEXT: act, speak, write a piece of the story
    /continue: let the narrator go on
    /retry: ask the narrator for another answer
    /undo, /redo: take the last turn back, bring it back
    /context: show what the narrator saw
    /quit: leave; --resume goes on later
    ((…)) or // at the beginning of a line: not played; a correction in it is remembered
    /correct WHO | WHAT ABOUT IT | WHAT IS TRUE: correct the narrator
    /answer NUMBER: answer how far a correction reaches
terminal-choices = Answer with { $answers }.
terminal-choice = /answer { $number } ({ $scope })
terminal-unknown = There is no command { $command }. /help lists them.
terminal-interrupted = The last turn has no answer yet. /retry asks for it.

doctor-scenarios = Scenarios
doctor-languages = Languages
doctor-tokens = Tokens
doctor-tokens-found = { $name }{ $exact ->
    [yes] {""}
   *[no] {" "}(an estimate for this model)
}, { $context } for the prompt and { $reply } for an answer
doctor-narrator = Narrator and database
doctor-narrator-found = { $model } says “{ $words }”
doctor-discord = Discord
doctor-discord-found = a token is set; questsmith run will try it

eval-passed = { $passed } of { $cases } cases pass.
eval-triggers-found = found, though it should not be
eval-triggers-missed = not found, though it should be

help-eval-recall = Measure how well passages are found again, on a file of documents and questions.
help-recall = file of documents and queries, one JSON object a line
help-embedder = what texts are compared with, beside their words

help-eval-corrections = Play conversations in which players correct the narrator, and say what was remembered.
help-conversations = file of conversations, one JSON object a line
