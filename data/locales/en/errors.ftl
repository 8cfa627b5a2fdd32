# What went wrong and what to do about it, for a player or the owner of the bot.

error-unexpected = Something went wrong that we did not foresee. Nothing of the story is lost; please try again.
error-unexpected-id = Something went wrong that we did not foresee. Nothing of the story is lost; please try again. If it happens again, give the owner of the bot this code: { $id }

error-context-overflow = This action is too long: with what must always be sent it needs { $needed } tokens, but only { $limit } fit. Shorten it, or ask the owner to raise QUESTSMITH_CONTEXT_TOKENS.
error-cases-file = The file { $file } cannot be read: { $reason }.
error-case = { $file }, line { $line }: { $reason ->
    [json] this is no JSON object
    [missing] the field “{ $field }” is missing
   *[wrong] the field “{ $field }” has a value that it cannot have
}.
error-setting = The setting { $name } cannot work: { $reason }. Change it in the environment or in the file .env.
error-adventure-file = { $file } is not an adventure file that can be read: { $reason }.
error-scenario = The scenario { $file } is broken: { $reason }.
error-scenario-unknown = There is no scenario “{ $name }”. Choose one of these: { $known }.
error-golden-file = { $file } is not a golden set that can be read: { $reason }.

error-store = The database cannot be used.
error-store-newer = The database { $file } was written by a newer version of Questsmith. Update Questsmith, or choose another database.
error-store-unwritable = The database { $file } cannot be opened or written: { $reason }. Choose a file in a folder that you may write to.

error-narrator = The narrator ({ $model } at { $host }) gave no usable answer. Your action is kept; press Retry.
error-narrator-unreachable = The narrator ({ $model } at { $host }) does not answer. Your action is kept; press Retry in a moment. The owner can check OPENAI_BASE_URL.
error-narrator-key = { $host } refuses the API key. The owner has to set OPENAI_API_KEY to a valid key; your action is kept.
error-narrator-model = { $host } does not know the model { $model }. The owner has to set OPENAI_MODEL to one that it offers; your action is kept.
error-narrator-busy = { $host } is busy or its quota is used up. Your action is kept; press Retry in a while.
error-narrator-too-long = The story is too long for the model { $model }. The owner has to lower QUESTSMITH_CONTEXT_TOKENS; your action is kept.
error-narrator-broken = The narrator broke off in the middle of the answer. Your action is kept; press Retry.
error-narrator-empty = The narrator had nothing to say. Your action is kept; press Retry.
error-narrator-embedded = The narrator of this machine cannot be started: { $reason }. Run the set-up again, or set OPENAI_BASE_URL and OPENAI_API_KEY to use a provider.

error-turn = This turn cannot be taken.
error-turn-duplicate = This was handled already.
error-nothing-to-undo = The story is at its beginning; there is nothing to take back.
error-nothing-to-redo = There is nothing to bring back: no turn was taken back.
error-nothing-to-retry = There is no answer yet that the narrator could tell differently.
error-stale-button = The story has moved on since; use the buttons under the newest answer.
error-turn-unknown = There is no turn { $turn } in this adventure that has an answer. Choose one from the list, or count back: 1 is the last.
error-report-pruned = What the narrator saw at turn #{ $turn } is not kept any more. How many turns are kept is a setting of the bot's owner: QUESTSMITH_KEEP_REPORTS.
error-typed-command = { $command } is a command, and this was sent as a message, so nothing was played. Type / and choose it from the list; then fill in what it asks for.
error-empty-action = Write what you do or say; this was empty.
error-stopping = The bot is about to stop and takes no new actions; try again in a minute.

error-adventure = The adventure cannot be used this way.
error-no-adventure = No adventure is open in this channel. Start one with /adventure start.
error-adventure-open = “{ $title }” is being played here. End it with /adventure end, or start the new one in a thread.
error-no-threads = No thread can be made here. Use the command in a text channel, or leave out the option “thread”.
error-adventure-unknown = There is no such adventure. Choose one from the list of adventures.

error-card = The story card cannot be saved.
error-card-unknown = There is no story card “{ $name }” here. Choose one from the list.
error-card-invalid = The story card was not saved: { $reason ->
    [pattern] the pattern “{ $trigger }” cannot be used ({ $problem }). Lookaround and backreferences are not supported
    [too-many] it may have at most { $limit } triggers
    [too-long] { $field ->
        [title] its title may have at most { $limit } characters
        [entry] its entry may have at most { $limit } characters
       *[triggers] a trigger may have at most { $limit } characters
    }
   *[missing] { $field ->
        [title] it needs a title
        [entry] it needs an entry
       *[triggers] it needs at least one trigger, unless it is pinned
    }
}.

error-canon = This correction cannot be saved.
error-correction = This correction was not saved: { $reason ->
    [subject] it does not say who or what it is about
    [value] it does not say what is true instead
    [denied] it only says what is not true; say what is true as well
    [long] it is too long; a correction is one sentence
    [mention] it names a member or a link; write the name as the story has it
    [contradiction] it contradicts itself
    [ambiguous] two subjects have this name; say which one
    [scope] a fact reaches from a scene to every story, a wish from this story to all your conversations
    [store] the database cannot be written; try again later
   *[unclear] it could not be understood; say it as “Mira's eyes are green, not blue”
}.
error-record-unknown = This memory is no longer there, or the question was answered.
error-record-outdated = A later correction has replaced this one; change that one instead.
error-not-narrated = The narrator did not say this in the adventure of this channel. Choose a message in which the narrator tells the story.

error-forbidden = You may not do this. It takes the permission Manage Server or the role that the server has set; ending or resuming an adventure and changing its plot or mode is also for whoever started it.

error-not-theirs = Only the one who said this may change it; facts also those who manage the server.

error-not-a-player = Only those who play in this adventure, and those who manage the server, may see this.

error-port = The page cannot be opened on port { $port }. Choose another one with --port, or leave it out.

error-discord = Discord cannot be used.
error-token-missing = DISCORD_TOKEN is not set. Put the bot's token into the file .env (see the README), or try the bot without Discord: make sandbox.
error-token-refused = Discord refuses the token. Copy it anew from the developer portal (Bot → Reset Token) into DISCORD_TOKEN.
error-discord-unreachable = Discord cannot be reached. Check the connection to the internet and start the bot again; make sandbox plays without Discord.
error-intent-missing = The bot may not read messages. Switch on Message Content Intent in the developer portal (Bot → Privileged Gateway Intents) and start it again.
error-permission-missing = I lack permissions in this channel: { $permissions }. Somebody who manages the server can grant them to me.

# Discord's permissions, as Discord calls them.

permission-view-channel = View Channel
permission-send-messages = Send Messages
permission-send-messages-in-threads = Send Messages in Threads
permission-create-public-threads = Create Public Threads
permission-embed-links = Embed Links
permission-attach-files = Attach Files
permission-read-message-history = Read Message History

list-separator = ,
error-embedder = The memories cannot be compared by meaning ({ $model }): { $reason }. The owner can set QUESTSMITH_EMBEDDER.
error-recall-file = { $file } cannot be read: { $reason }
error-memory-unknown = There is no such memory here, or several fit these words. Choose one from the list, or look at `/memory list`.
error-memory = { $reason ->
    [missing] A memory needs a text.
   *[too-long] A memory may have { $limit } characters at most. Shorten it and send it again.
}
error-memory-changed = Somebody has changed this memory in the meantime. Look at it anew before you change it.
error-memory-page = This page is too old: it belongs to an adventure that is not played here now. `/memory list` shows what is remembered here.
