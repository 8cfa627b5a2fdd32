"""The canon: corrections that last, in the right scope (canon.md)."""

from bot.canon.canon import Canon, Correction, Speaker
from bot.canon.confirm import Change, Confirmation, Heard, confirmation_text, question_text, scope_name, thing
from bot.canon.model import ModelRecogniser
from bot.canon.recall import Recalled, Verdict
from bot.canon.recognise import Recogniser, Rules, said_to_narrator

__all__ = [
    "Canon",
    "Change",
    "Confirmation",
    "Correction",
    "Heard",
    "ModelRecogniser",
    "Recalled",
    "Recogniser",
    "Rules",
    "Speaker",
    "Verdict",
    "confirmation_text",
    "question_text",
    "said_to_narrator",
    "scope_name",
    "thing",
]
