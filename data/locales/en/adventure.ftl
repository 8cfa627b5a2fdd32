# Adventures, the plot and the server's settings.

adventure-pick = Choose a scenario
adventure-pick-intro = Which story shall be told here?
adventure-started = “{ $title }” begins in { $channel }. Write what you do, put what you say in quotation marks, and begin with // to talk about the game.
adventure-resumed = “{ $title }” goes on in { $channel }.
adventure-ended = “{ $title }” has ended here. Its story is kept; /adventure resume goes on with it.
adventure-mode = A message without a command now means: { $mode }.
adventure-none = There are no adventures on this server yet. Start one with /adventure start.
adventure-line-open = 🟢 **{ $title }** (#{ $id }) in { $channel }, { $when }
adventure-line-ended = ⚪ **{ $title }** (#{ $id }), ended, { $when }
adventure-info =
    “{ $title }” (#{ $id })
    Begun: { $when }
    Players: { $players }
    { $actions ->
        [one] One piece of story
       *[other] { $actions } pieces of story
    }, { $cards ->
        [one] one story card
       *[other] { $cards } story cards
    }
    A message without a command means: { $mode }
    Narrator: { $model }

form-plot = Plot
plot-saved = Saved: { $names }. The next answer follows it.
plot-same = Nothing was changed.

section-instructions = AI instructions
    .hint = How the narrator should write
section-essentials = Plot essentials
    .hint = What must always be true of this story
section-summary = Story summary
    .hint = What has happened so far
section-authors-note = Author's note
    .hint = Style and direction of what comes next
section-last-action = Last action
section-front-memory = Front memory
section-cards = Story cards
section-memories = Memory bank
section-history = History

server-language = The bot now speaks: { $language }.
server-role = Members with { $role } may change story cards, beside those with Manage Server.
server-role-none = Story cards are now for members with Manage Server alone.
language-en = English
language-ru = Russian
language-ar = Arabic
language-own = every member's own language
