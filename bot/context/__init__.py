"""Context assembly: what the model sees, and why. Pure; imports the types of the story and a tokenizer."""

from bot.context.assemble import Assembly, assemble
from bot.context.layout import Message
from bot.context.report import Report, Status, read_standing, to_json
from bot.context.runs import MESSAGE_OVERHEAD
from bot.context.tokens import get_tokenizer, tokenizer_for_model
from bot.context.triggers import check_triggers

__all__ = [
    "MESSAGE_OVERHEAD",
    "Assembly",
    "Message",
    "Report",
    "Status",
    "assemble",
    "check_triggers",
    "get_tokenizer",
    "read_standing",
    "to_json",
    "tokenizer_for_model",
]
