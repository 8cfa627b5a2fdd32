# Adventures, the plot and the server's settings.

adventure-pick = Choose a scenario
adventure-pick-intro = Which story do you want to play here?
adventure-started = “{ $title }” begins in { $channel }.
adventure-embedded = { $model }, the narrator of this machine, can write English only. For this language the owner of the bot has to set up a larger model (OPENAI_API_KEY, OPENAI_BASE_URL).
adventure-how = { $mode ->
    [say] Write what you say
    [story] Write how the story goes on
   *[do] Write what you do, and put what you say in quotation marks
}, or use the buttons. What begins with // is not played; if the narrator is wrong, say so there.
adventure-resumed = “{ $title }” goes on in { $channel }.
adventure-ended = “{ $title }” has ended here. The story is kept; /adventure resume takes it up again.
adventure-mode = A message without a command now means: { $mode }.
adventure-summary = { $switch ->
    [off] The story summary stays as it is now. You can still edit it with /plot.
   *[on] The story summary is kept up to date again: it is refreshed every 15 passages.
}
adventure-summary-progress = Read { $read } of { $total } passages …
adventure-summary-later = Read { $read } of { $total } passages so far. It goes on by itself a little later.
adventure-summary-done = It is up to date: { $total ->
    [0] there is nothing to read yet.
    [one] one passage is read.
   *[other] { $total } passages are read.
}
adventure-none = There are no adventures on this server yet. Start one with /adventure start.
adventure-line-open = 🟢 **{ $title }** (#{ $id }) in { $channel }, { $when }
adventure-line-ended = ⚪ **{ $title }** (#{ $id }), ended, { $when }
adventure-info =
    “{ $title }” (#{ $id })
    Started: { $when }
    Players: { $players }
    { $actions ->
        [one] One passage of story
       *[other] { $actions } passages of story
    }, { $cards ->
        [one] one story card
       *[other] { $cards } story cards
    }
    A message without a command means: { $mode }
    Narrator: { $model }

form-plot = Plot
plot-saved = Saved: { $names }. It counts from the next answer on.
plot-same = Nothing was changed.
plot-long = Too long for a form: this is its beginning, and the rest stays as it is

section-instructions = AI instructions
    .hint = How the narrator should write
section-essentials = Plot essentials
    .hint = What must never be forgotten in this story
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
server-role = Members with { $role } may now change story cards, as may those with Manage Server.
server-role-none = Only members with Manage Server may change story cards now.
language-en = English
language-ru = Russian
language-ar = Arabic
language-own = every member's own language
adventure-scene = A new scene: { $name } (arc { $arc }). What was said for the last scene no longer holds.

switch-on = on
switch-off = off
