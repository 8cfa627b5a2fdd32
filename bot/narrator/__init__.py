"""The language model: the client of any OpenAI-compatible provider, and the embedded default."""

from bot.narrator.client import Answer, Narrator, Usage
from bot.narrator.embedded import embedded_server
from bot.narrator.prose import finish

__all__ = ["Answer", "Narrator", "Usage", "embedded_server", "finish"]
