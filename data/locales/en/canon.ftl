# What players hear about corrections, and what the narrator reads about open questions.

canon-saved = { $scope ->
    [scene] Saved for this scene:
    [arc] Saved for this arc:
    [character] Saved for every story:
    [everywhere] Saved for all your conversations:
   *[adventure] Saved for this story:
} { $wording }
canon-known = { $scope ->
    [scene] Saved already, for this scene:
    [arc] Saved already, for this arc:
    [character] Saved already, for every story:
    [everywhere] Saved already, for all your conversations:
   *[adventure] Saved already, for this story:
} { $wording }
canon-edited = { $scope ->
    [scene] Changed for this scene:
    [arc] Changed for this arc:
    [character] Changed for every story:
    [everywhere] Changed for all your conversations:
   *[adventure] Changed for this story:
} { $wording }
canon-undone = { $scope ->
    [scene] Taken back for this scene:
    [arc] Taken back for this arc:
    [character] Taken back for every story:
    [everywhere] Taken back for all your conversations:
   *[adventure] Taken back for this story:
} { $wording }
canon-forgotten = { $scope ->
    [scene] Deleted for this scene:
    [arc] Deleted for this arc:
    [character] Deleted for every story:
    [everywhere] Deleted for all your conversations:
   *[adventure] Deleted for this story:
} { $wording }
canon-before = Before: { $values }.
canon-again = Now again: { $values }.
canon-question = How far does this reach? { $wording }

canon-scope-scene = this scene
canon-scope-arc = this arc
canon-scope-adventure = this story
canon-scope-character = every story
canon-scope-everywhere = all my conversations

canon-open = Open question, not settled by the players: { $things }. Do not state or hint at any version of it.

# The scopes and kinds, where they are chosen.

scope-scene = { canon-scope-scene }
scope-arc = { canon-scope-arc }
scope-adventure = { canon-scope-adventure }
scope-character = { canon-scope-character }
scope-everywhere = { canon-scope-everywhere }
kind-fact = a fact of the story
kind-preference = how I want it told

# Buttons and forms.

canon-button-undo = Undo
canon-button-edit = Edit
canon-button-scopes = Change scope
canon-button-back = Back
canon-button-form = Open the form
canon-widen-character = For every story
canon-widen-everywhere = For all my conversations

form-correct = Correct the narrator
form-canon-edit = Change what was saved
form-canon-subject = Who or what
    .hint = As the story calls it: Mira. Leave it empty for a wish about the telling.
form-canon-attribute = What about it
    .hint = In a word or two: eye colour. It may stay empty.
form-canon-value = What is true
    .hint = The right value: green. For a wish, the whole wish.
form-canon-kind = What it is
    .hint = A fact is for everybody who plays; a wish is yours alone.
form-canon-scope = How far it reaches
    .hint = Leave it open, and it is this story, or you are asked.

canon-not-understood = I found no correction in this, so nothing was saved. Say it as “Mira's eyes are green, not blue”, or fill in the form.
canon-alias = “{ $also }” is now another name of “{ $name }”.
