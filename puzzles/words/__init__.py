"""The words of puzzles in English and Persian: one catalog, and the sentences made from it."""

from puzzles.words.catalog import LANGUAGES, Words, WordsError, words
from puzzles.words.sentences import say_clue, say_fact

__all__ = ["LANGUAGES", "Words", "WordsError", "say_clue", "say_fact", "words"]
