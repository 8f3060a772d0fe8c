"""Books of puzzles as PDF, in English and Persian."""

from puzzles.book.printing import BookError, write_book

__all__ = ["BookError", "write_book"]
