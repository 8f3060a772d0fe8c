"""Games at a table as a person there tells them, and which cards that person comes to see."""

from toolkit.core.told.game import Told, ToldGame, UntoldError
from toolkit.core.told.noting import NotedGame, NoteError
from toolkit.core.told.tracing import Shown

__all__ = ["NoteError", "NotedGame", "Shown", "Told", "ToldGame", "UntoldError"]
