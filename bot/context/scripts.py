"""Classes of characters, for use inside the brackets of a pattern of the regex package."""

NO_SPACES = r"\p{Han}\p{Hiragana}\p{Katakana}\p{Thai}\p{Lao}\p{Khmer}\p{Myanmar}ー"
"""Characters of scripts that are written without spaces between words."""

WIDE_PUNCTUATION = r"\u3001-\u303f\uff01-\uff0f\uff1a-\uff20\uff3b-\uff40\uff5b-\uff65"
"""Punctuation of these scripts, which belongs to no single one of them."""
