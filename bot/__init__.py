"""Questsmith: a Discord bot that runs text adventures."""
