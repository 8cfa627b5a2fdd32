# Story cards.

form-card-add = New story card
form-card-edit = Story card
form-card-title = Title
    .hint = What the card is about
form-card-triggers = Triggers
    .hint = Words that bring the card up, separated by commas
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
