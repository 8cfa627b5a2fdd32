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
