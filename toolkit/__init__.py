"""What the games are: hex maps, shared foundations, and one package for each game.

Here is what plays any of them: `find_game`, `play`, `Record`.
"""

from typing import TYPE_CHECKING

from toolkit.lazy import lazily

if TYPE_CHECKING:
    from toolkit.core.errors import ToolkitError
    from toolkit.core.game import find_game, game_names
    from toolkit.core.play import play, run
    from toolkit.core.record import Record, RecordError
else:
    __getattr__, __dir__ = lazily(__name__)

__version__ = "0.2.0"

__all__ = ["Record", "RecordError", "ToolkitError", "__version__", "find_game", "game_names", "play", "run"]
