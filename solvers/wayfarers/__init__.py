"""What can be concluded in Wayfarers of the South Tigris: scores, dice, journal, cards, piles, majorities."""

from typing import TYPE_CHECKING

from toolkit.lazy import lazily

if TYPE_CHECKING:
    from solvers.wayfarers.cards import Added, Scored, card_adds, tile_adds
    from solvers.wayfarers.dice import (
        Means,
        Route,
        Use,
        chance_of_all,
        chance_of_any,
        needs,
        routes,
        serving_faces,
        uses,
    )
    from solvers.wayfarers.draws import Pile
    from solvers.wayfarers.journal import Journal, Way
    from solvers.wayfarers.standing import Majority, Pieces, majorities
else:
    __getattr__, __dir__ = lazily(__name__)

__all__ = [
    "Added",
    "Journal",
    "Majority",
    "Means",
    "Pieces",
    "Pile",
    "Route",
    "Scored",
    "Use",
    "Way",
    "card_adds",
    "chance_of_all",
    "chance_of_any",
    "majorities",
    "needs",
    "routes",
    "serving_faces",
    "tile_adds",
    "uses",
]
