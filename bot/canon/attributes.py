"""Whether two corrections speak about the same attribute, as "eyes" and "colour of the eyes" do. Pure."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from functools import lru_cache

import regex

from bot.canon.text import alike, forms
from bot.context.normal import normalise

# Words of a group name the same attribute.
_CONCEPTS = {
    "name": "name имя зовут اسم",
    "home": "home hometown homeland birthplace residence house дом родина родной жилище происхождение origin"
    " موطن مسقط بيت منزل مسكن بلد",
    "role": "role job trade craft profession occupation work calling ремесло профессия занятие работа"
    " должность صنعة مهنة حرفة عمل وظيفة",
    "rank": "rank title звание титул чин رتبة لقب",
    "age": "age возраст عمر سن",
    "weapon": "weapon оружие سلاح",
    "mount": "mount steed скакун دابة مطية",
    "fear": "fear phobia страх боязнь خوف",
    "clothes": "clothes clothing outfit dress_code одежда наряд لباس ملابس زي ثياب",
    "favourite": "favourite favorite любимое محبوب",
    "dislike": "dislike нелюбимое مكروه",
    "eye": "eye глаз عين عيون",
    "hair": "hair волосы волос شعر",
    "skin": "skin кожа بشرة",
    "language": "language язык لغة",
    "father": "father dad отец папа батюшка أب والد",
    "mother": "mother mum mom мать мама матушка أم والدة",
    "brother": "brother брат أخ شقيق",
    "sister": "sister сестра أخت شقيقة",
    "species": "species race раса вид عرق",
}
# Words that say nothing where there is another one.
_GENERIC = (
    "town city village place native own родной место город деревня село مدينة قرية مكان مسقط رأس"
    " the a an of her his its their main current favourite его ее их основной главный"
)
_DIMENSIONS = {
    "colour": (
        "colour color hue shade цвет оттенок لون",
        "red blue green grey gray brown black white hazel amber violet purple golden auburn blond"
        " blonde chestnut"
        " crimson scarlet pink orange yellow turquoise teal emerald azure ginger indigo lilac maroon"
        " olive beige"
        " красный синий голубой зелёный серый карий коричневый чёрный белый русый рыжий каштановый"
        " золотой лиловый"
        " фиолетовый розовый оранжевый жёлтый бирюзовый изумрудный лазурный алый багровый бордовый"
        " сиреневый янтарный"
        " белокурый светлый тёмный пепельный"
        " أحمر حمراء أزرق زرقاء أخضر خضراء رمادي بني أسود سوداء أبيض بيضاء عسلي بنفسجي أشقر شقراء"
        " كستنائي ذهبي قرمزي وردي"
        " برتقالي أصفر صفراء فيروزي زمردي أرجواني كهرماني زرقاوان خضراوان سوداوان حمراوان صفراوان بيضاوان",
    ),
    "size": (
        "length size height weight длина размер рост вес طول حجم وزن قامة",
        "long short tall small large big huge tiny little length high low"
        " длинный короткий высокий низкий большой маленький огромный крошечный"
        " طويل قصير كبير صغير ضخم طويلة قصيرة كبيرة صغيرة",
    ),
    "texture": (
        "style texture причёска прическа",
        "curly straight wavy braided кудрявый прямой вьющийся волнистый مجعد أملس ناعم",
    ),
}
_COLOURED = frozenset({"eye", "hair", "skin"})
"""What has a colour first of all."""
_AGE = regex.compile(
    r"(?<!\p{L})(?:years?(?: old)?|years?-old|лет|года?|годик\p{L}*|عاما?|سنة|سنوات|أعوام)(?!\p{L})",
    regex.IGNORECASE,
)


@dataclass(frozen=True, slots=True)
class Attribute:
    """What an attribute's name comes down to."""

    words: tuple[str, ...]
    """Concepts (``=eye``), and words that belong to none."""
    dimension: str | None
    """Colour, size …; None when neither name nor value tells."""

    def same(self, other: Attribute) -> bool:
        """Whether both are one attribute."""
        return self._meets(other) and len(self.words) == len(other.words) and self.within(other)

    def within(self, other: Attribute) -> bool:
        """Whether every word of this one is one of the other's."""
        return self._meets(other) and all(
            any(word == found or alike(word, found) for found in other.words) for word in self.words
        )

    def _meets(self, other: Attribute) -> bool:
        return self.dimension == other.dimension or None in (self.dimension, other.dimension)

    @property
    def key(self) -> str:
        """A text for the database; records of the same attribute take it over from each other."""
        return f"{' '.join(self.words)}/{self.dimension or ''}"


@lru_cache(maxsize=4096)
def read_attribute(name: str, value: str) -> Attribute:
    """What the name of an attribute, or a value without one, speaks about."""
    words: list[str] = []
    dimension: str | None = None
    for word in _words(name):
        if found := _found(word, _DIMENSION_NAMES):
            dimension = found
        elif concept := _found(word, _CONCEPT_KEYS):
            words.append(f"={concept}")
        else:
            words.append(word)
    telling = [word for word in words if not _found(word, _GENERIC_KEYS)]
    words = telling or words
    if not words and not dimension and _AGE.search(value):
        words = ["=age"]
    if (dimension is None and words in ([], ["=eye"], ["=hair"], ["=skin"])) or len(words) == 1:
        dimension = dimension or next(
            (found for word in _words(value) if (found := _found(word, _VALUES))), None
        )
    if dimension is None and len(words) == 1 and words[0].removeprefix("=") in _COLOURED:
        dimension = "colour"
    return Attribute(tuple(dict.fromkeys(words)), dimension)


def is_attribute(text: str) -> bool:
    """Whether a text only names something that everybody has: "eyes", "hair"."""
    words = read_attribute(text, "").words
    return bool(words) and all(word.startswith("=") for word in words)


def _words(text: str) -> list[str]:
    return [word for word in regex.findall(r"[\p{L}\p{M}\p{N}'’]+", normalise(text)) if word]


def _keys(words: str) -> frozenset[str]:
    return frozenset(
        key for word in words.split() for keys in forms(word.replace("_", " ")) for key in keys[0]
    )


def _found(word: str, groups: Iterable[tuple[str, frozenset[str]]]) -> str | None:
    keys = [keys[1] for keys in forms(word)]
    return next((name for name, group in groups if keys and keys[0] & group), None)


_CONCEPT_KEYS = tuple((name, _keys(words)) for name, words in _CONCEPTS.items())
_GENERIC_KEYS = (("generic", _keys(_GENERIC)),)
_DIMENSION_NAMES = tuple((name, _keys(names)) for name, (names, _) in _DIMENSIONS.items())
_VALUES = tuple((name, _keys(values)) for name, (_, values) in _DIMENSIONS.items())
