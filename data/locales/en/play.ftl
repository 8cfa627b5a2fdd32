# Playing in a channel.

turn-accepted = The narrator goes on…
turn-queued = ⏳ { $place ->
    [one] One turn is being told first; yours comes next.
   *[other] { $place } turns are being told first; yours comes after them.
}
turn-undo-facts = Said since, and taken back with it: { $facts }
turn-redo-facts = Brought back with it: { $facts }
turn-undo = ↩️ Taken back. The story stands here again:
    >>> { $excerpt }
turn-redo = ↪️ Brought back. The story goes on from here:
    >>> { $excerpt }
turn-interrupted = The story was interrupted before the narrator could answer { $name }. Nothing is lost; press Retry to go on.
    >>> { $excerpt }

button-continue = Continue
button-retry = Retry
button-undo = Undo
button-redo = Redo
button-do = Do…
button-say = Say…
button-story = Story…

form-do = Do
form-do-label = What do you do?
form-say = Say
form-say-label = What do you say?
form-story = Story
form-story-label = What happens?

mode-do = do
mode-say = say
mode-story = story

list-more = { $count ->
    [one] … and one more
   *[other] … and { $count } more
}
