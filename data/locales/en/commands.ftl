# Names and descriptions of the slash commands and their options.
# Discord's limits: a name is at most 32 characters, in lower case, without spaces; a description at most 100.

command-adventure = adventure
    .description = The adventures of this server
command-adventure-start = start
    .description = Begin a new adventure here, or in a thread made for it
command-adventure-list = list
    .description = List the adventures of this server
command-adventure-info = info
    .description = Show what is played in this channel
command-adventure-resume = resume
    .description = Go on with an adventure, in this channel
command-adventure-end = end
    .description = End the adventure of this channel; it can be resumed
command-adventure-mode = mode
    .description = Choose what a message without a command means: do, say or story

command-do = do
    .description = Do something
command-say = say
    .description = Say something
command-story = story
    .description = Write a piece of the story yourself
command-continue = continue
    .description = Let the narrator go on
command-retry = retry
    .description = Ask the narrator for another answer
command-undo = undo
    .description = Take the last turn back
command-redo = redo
    .description = Bring back the turn that was taken back

command-card = card
    .description = The story cards of this adventure
command-card-add = add
    .description = Add a story card
command-card-edit = edit
    .description = Change a story card
command-card-remove = remove
    .description = Remove a story card
command-card-list = list
    .description = List the story cards
command-card-show = show
    .description = Show a story card
command-card-test = test
    .description = Try which story cards a text would bring up, and why not the others

command-plot = plot
    .description = Edit instructions, plot essentials, summary and author's note
command-context = context
    .description = Show what the narrator saw at a turn, and why

command-server = server
    .description = What Questsmith does on this server
command-server-language = language
    .description = Set the bot's language; without a choice each member reads their own language
command-server-role = role
    .description = Set the role that may change story cards, besides Manage Server

option-scenario = scenario
    .description = Which story; leave it out to choose from a list
option-language = language
    .description = Which language
option-thread = thread
    .description = Play in a new thread instead of here
option-adventure = adventure
    .description = Which adventure
option-mode = mode
    .description = do, say or story
option-text = text
    .description = What you do or say, in your own words
option-card = card
    .description = Which story card
option-type = type
    .description = What kind of thing it is: character, place, item …
option-match = match
    .description = How its triggers are compared with the story
option-pinned = pinned
    .description = Keep it before the narrator always, whether or not a trigger comes up
option-enabled = enabled
    .description = Whether the card takes part at all
option-role = role
    .description = Which role; leave it out and only Manage Server counts
option-turn = turn
    .description = Which turn: choose one, or count back (1 is the last)
