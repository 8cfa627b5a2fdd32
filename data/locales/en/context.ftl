# /context: what the narrator saw, and why.

context-heading = What the narrator saw: { $title }
context-heading-next = What the narrator will see: { $title }
context-total = { $total } of { $limit } tokens are used ({ $percent }%){ $exact ->
    [yes] .
   *[no] ; this model counts in its own way, so the numbers are an estimate.
}
context-room = { $all ->
    [no] There is not room for everything.
   *[yes] There is room for everything.
}
context-picture = Prompt
context-free = free
context-limit = limit { $limit }
context-amount = { $tokens }
context-picture-total = { $total } of { $limit }
context-percent = { $percent }%
context-tokens = { $tokens ->
    [one] one token
   *[other] { $tokens } tokens
}
context-tokens-of = { $tokens } of at most { $limit } tokens

context-history = { $total ->
    [0] Nothing came before the last action.
   *[other] { $included } of { $total } earlier passages, counted back from the newest{ $cut ->
        [yes] ; the oldest of them only in part
       *[no] {""}
    }.
}

context-required-trimmed = cut at its end: not all of it fits
context-required-no-room = left out: there is no room for it

context-card-full = in, { $tokens } tokens: “{ $trigger }” came up { $ago ->
    [0] in the last action
    [one] one action ago
   *[other] { $ago } actions ago
}
context-card-full-pinned = in, { $tokens } tokens: pinned
context-card-no-room = out: “{ $trigger }” came up, but its { $tokens } tokens do not fit any more
context-card-no-room-pinned = out: pinned, but its { $tokens } tokens do not fit any more
context-card-not-triggered = out: none of its triggers came up lately
context-card-disabled = out: switched off
context-card-absent = out: its entry is empty
context-card-bad-trigger = out: its pattern “{ $trigger }” cannot be used. To see what is wrong with it, save the card again with /card edit

context-memories-none = There are no memories yet.
context-memory-full = in, { $tokens } tokens, relevance { $relevance }%
context-memory-no-room = out: its { $tokens } tokens do not fit any more
context-memory-absent = out: it is empty
context-memory-below-threshold = out: relevance { $relevance }% is too little
context-memory-already-in-history = out: the history tells it already
context-memory-off-path = out: what it tells was taken back
context-memory-bank-off = out: the memory bank is switched off
