# The pages of what is remembered: /memory list, search, add, edit, forget, pin, history.

memories-heading = What is remembered
memories-count = { $count ->
    [one] One thing is remembered
   *[other] { $count } things are remembered
}
memories-shown = { $found } of { $total } are shown
memories-searched = Search: “{ $text }”
memories-none = Nothing is remembered here yet. Memories come by themselves as the story grows; /memory add writes one, /memory correct sets the narrator right.
memories-none-found = Nothing fits here. Choose other filters, or search for something else.
memories-unwritten = (being written)

memories-kind-fact = A fact of the story
memories-kind-preference = How you want it told
memories-kind-memory = A memory

memories-over-scene = a scene that is over
memories-over-arc = an arc that is over
memories-actions = passages { $first }–{ $last }
memories-said = said by { $name }
memories-added = added by { $name }
memories-edited = edited by { $name }
memories-since = since { $when }
memories-pinned = pinned
memories-uses = { $count ->
    [0] It has not stood before the narrator yet.
    [one] It has stood before the narrator once.
   *[other] It has stood before the narrator { $count } times.
}
memories-not-yours = You may look at this. It can be changed by whoever said or added it and by those who manage the server; memories also by whoever started the adventure.

memories-state-used = used for the last answer
memories-state-stored = stored
memories-state-waiting = being written
memories-state-open = open question
memories-state-old = old
memories-state-forgotten = forgotten

memories-replaced = Old: replaced { $when } by “{ $wording }” ({ $scope })
memories-replaced-hidden = Old: replaced { $when } by somebody else's wish
memories-outdated = Out of date. What holds now: { $wording }

memories-menu-open = Look at one of them
memories-menu-reach = How far it reaches
memories-menu-show = How it stands
memories-menu-scope = Change the scope
memories-reach-all = All scopes
memories-reach-bank = memories of this story
memories-show-all = All states
memories-show-used = used for the last answer
memories-show-stored = stored
memories-show-waiting = being written
memories-show-open = open questions
memories-show-old = old
memories-show-forgotten = forgotten
memories-show-pinned = pinned
memories-show-outdated = out of date

memories-note-added = Remembered: { $wording }
memories-note-edited = Changed. It says now: { $wording }
memories-note-pin = Pinned: it is before the narrator whenever there is room, whatever is spoken of. { $wording }
memories-note-unpin = No longer pinned: { $wording }
memories-note-forget = Forgotten: { $wording } The narrator no longer gets it; it can be brought back.
memories-note-recall = Remembered again: { $wording }
memories-note-deleted = Deleted for good: { $wording }

memories-history = How it came to be remembered
memories-history-active = “{ $wording }” said by { $name }, { $when }. It holds.
memories-history-superseded = “{ $wording }” said by { $name }, { $when }. Replaced { $later } by “{ $successor }”.
memories-history-replaced-by-hidden = “{ $wording }” said by { $name }, { $when }. Replaced { $later } by a record that is not shown here.
memories-history-unresolved = “{ $wording }” said by { $name }, { $when }. How far it reaches is an open question.
memories-history-forgotten = “{ $wording }” said by { $name }, { $when }. Taken back.
memories-history-more = { $count ->
    [one] One earlier record is not shown.
   *[other] { $count } earlier records are not shown.
}
memories-source-added = A memory that { $name } added on { $when }. It stands for no passage of the story.
memories-source-model = A memory of the passages { $first }–{ $last }, written by the narrator on { $when }.
memories-source-story = A memory of the passages { $first }–{ $last } in the story's own words, kept on { $when }.
memories-source-player = A memory of the passages { $first }–{ $last }, kept on { $when }; its text is by { $name }.
memories-source-waiting = A memory of the passages { $first }–{ $last }, begun on { $when }. Until it is written, the story's own words stand for it.
memories-source-begins = The story there begins:

button-memory-first = First
button-memory-last = Last
button-memory-search = Search…
button-memory-list = All memories
button-memory-entry = Back
button-memory-edit = Edit…
button-memory-pin = Pin
button-memory-unpin = Unpin
button-memory-forget = Forget
button-memory-recall = Bring back
button-memory-delete = Delete
button-memory-history = History

form-memory-search = Search what is remembered
form-memory-query = Words
    .hint = In any form, in any order. Leave it empty to see everything.
form-memory-edit = Change what is remembered
form-memory-text = Memory
    .hint = What happened, in a few sentences
memories-form-long = Only its beginning fits into this form. What you send replaces the whole text.
form-memory-value = What is true
    .hint = The right value only: green
form-memory-wish = How you want it told
    .hint = The whole wish
