# Story cards.

form-card-add = New story card
form-card-edit = Story card
form-card-title = Title
    .hint = What the card is about
form-card-triggers = Triggers
    .hint = Words that bring the card up, separated by commas
form-card-patterns = Patterns
    .hint = Regular expressions, each on a line of its own
form-card-entry = Entry
    .hint = What the narrator should know
form-card-notes = Notes
    .hint = For you; the narrator never sees them

card-saved = Saved: **{ $title }**
card-empty-triggers = { $count ->
    [one] One empty trigger was left out; with it the card would come up at every turn.
   *[other] { $count } empty triggers were left out; with them the card would come up at every turn.
}
card-typed = This is what you wrote:
card-removed = Removed: **{ $title }**
card-count = { $count ->
    [0] This adventure has no story cards yet.
    [one] One story card
   *[other] { $count } story cards
}
card-disabled = switched off
card-match = Triggers match as: { $mode }
card-notes = Notes:

match-forms = words in any form
match-exact = exact words
match-substring = text anywhere
match-regex = regular expression

card-test = { $found } of { $total } story cards would come up.
card-test-note = In the story the passages before count too, and all cards share their room: /context shows what came in.
card-test-hit = comes up: “{ $word }” is in the text (trigger “{ $trigger }”)
card-test-pinned = always in: it is pinned
card-test-disabled-hit = stays out: “{ $word }” would bring it up, but it is switched off
card-test-form = stays out: “{ $word }” is another form of “{ $trigger }”, and the card takes exact words only
card-test-inside = stays out: “{ $trigger }” is only a part of “{ $word }”, which is another word
card-test-spelling = stays out: “{ $word }” is nearly “{ $trigger }”, but not the same word
card-test-bad = stays out: its pattern “{ $trigger }” cannot be used
card-test-empty = stays out: its entry is empty
card-test-no-triggers = stays out: it has no triggers and is not pinned
card-test-disabled = stays out: it is switched off
card-test-none = stays out: none of its triggers is in the text ({ $triggers })
