"""A game of Tobago: what can be open, what is legal then, and what follows (T-5 to T-37)."""

from toolkit.core.decision import declared
from toolkit.games.tobago.play.clue_cards import Drawing
from toolkit.games.tobago.play.set_up import Facing, Placing, Starting, StartingClue, TurningUp
from toolkit.games.tobago.play.treasure import Adding, Looking, NewMap, Revealing, Taking
from toolkit.games.tobago.play.turns import Move, Turn

DECISIONS = declared(
    place=Placing,
    face=Facing,
    turn_up=TurningUp,
    starting_clue=StartingClue,
    start=Starting,
    draw=Drawing,
    turn=Turn,
    move=Move,
    look=Looking,
    add=Adding,
    reveal=Revealing,
    take=Taking,
    new_map=NewMap,
)
"""The kinds of decisions and chance nodes."""
