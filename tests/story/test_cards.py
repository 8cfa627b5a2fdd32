import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.story.cards import split_triggers


@pytest.mark.parametrize(
    ("text", "triggers", "dropped"),
    [
        ("", (), 0),
        (" \n", (), 0),
        ("castle", ("castle",), 0),
        ("castle, old keep ,", ("castle", "old keep"), 1),
        (",,castle", ("castle",), 2),
        ("castle,castle", ("castle",), 0),
        ("замок; дракон\nكهف، 龙、洞，光", ("замок", "дракон", "كهف", "龙", "洞", "光"), 0),
    ],
)
def test_split_triggers(text: str, triggers: tuple[str, ...], dropped: int) -> None:
    assert split_triggers(text) == (triggers, dropped)


@given(st.text(alphabet="ab ,،\n", max_size=30))
def test_no_trigger_is_ever_empty(text: str) -> None:
    triggers, dropped = split_triggers(text)
    assert all(trigger == trigger.strip() != "" for trigger in triggers)
    assert len(set(triggers)) == len(triggers)
    assert dropped >= 0
