"""Offers the fixtures to every test."""

from tests.support.fixtures import embedded_url, provider, quiet, settings, world

__all__ = ["embedded_url", "provider", "quiet", "settings", "world"]
