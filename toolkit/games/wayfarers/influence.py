"""Influence on guilds and cards, and the guild abilities (Y-17 to Y-27, Y-37 to Y-41)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from toolkit.games.wayfarers.actions import (
    DECLINE,
    INFLUENCE_CARDS,
    INFLUENCE_GUILDS,
    MOVES,
    USE_TRADE,
)
from toolkit.games.wayfarers.components.names import ANY_GUILD, GUILDS, NONE, TRADE
from toolkit.games.wayfarers.display import more, place_of
from toolkit.games.wayfarers.state import (
    Adjusting,
    InfluencingCard,
    InfluencingGuild,
    MovingInfluence,
    Placing,
    Turning,
    replaced,
)

if TYPE_CHECKING:
    from collections.abc import Iterator

    from toolkit.core.decision import Action, Frame
    from toolkit.games.wayfarers.actions import InfluenceCard, InfluenceGuild, MoveInfluence
    from toolkit.games.wayfarers.state import WayfarersState

_EVERY_GUILD = tuple(range(len(GUILDS)))

# ---- tokens ------------------------------------------------------------------------------------------------


def _sources(state: WayfarersState, player: int) -> list[int]:
    """Return where a token may be taken from: the supply, or if that is empty all that lies elsewhere (Y-27).

    A guild by its number, a card by its number beyond the guilds.
    """
    tableau = state.tableaux[player]
    if tableau.influence:
        return [NONE]
    found = [guild for guild in _EVERY_GUILD if tableau.guilds[guild]]
    cards = (state.display[place] for place, owner in enumerate(state.tokens) if owner == player)
    return found + [len(GUILDS) + card for card in cards]


def _take(state: WayfarersState, player: int, source: int) -> None:
    """Take a token from a source."""
    tableau = state.tableaux[player]
    if source == NONE:
        tableau.influence -= 1
    elif source < len(GUILDS):
        tableau.guilds = more(tableau.guilds, source, -1)
    else:
        place = place_of(state, source - len(GUILDS))
        state.tokens = replaced(state.tokens, place, NONE)


def guild_options(state: WayfarersState, player: int, guild: int) -> list[Action]:
    """Return the ways to influence a guild, or any of them (Y-24, Y-27, Y-120)."""
    guilds = _EVERY_GUILD if guild == ANY_GUILD else (guild,)
    sources = _sources(state, player)
    return [INFLUENCE_GUILDS[one, source] for one in guilds for source in sources if source != one]


def influence_guild(state: WayfarersState, action: InfluenceGuild, frame: InfluencingGuild) -> None:
    """Put a token on a guild."""
    _take(state, frame.actor, action.source)
    tableau = state.tableaux[frame.actor]
    tableau.guilds = more(tableau.guilds, action.guild, 1)
    if frame.left > 1 and guild_options(state, frame.actor, frame.guild):
        state.stack.append(frame._replace(left=frame.left - 1))


def card_options(state: WayfarersState, player: int) -> list[Action]:
    """Return the ways to influence a card that carries no influence (Y-18, Y-27, Y-120)."""
    sources = _sources(state, player)
    return [INFLUENCE_CARDS[card, source] for card in _free_cards(state) for source in sources]


def _free_cards(state: WayfarersState) -> Iterator[int]:
    pairs = zip(state.display, state.tokens, strict=True)
    return (card for card, owner in pairs if card != NONE and owner == NONE)


def influence_card(state: WayfarersState, action: InfluenceCard, frame: InfluencingCard) -> None:
    """Put a token on a card."""
    _take(state, frame.actor, action.source)
    state.tokens = replaced(state.tokens, place_of(state, action.card), frame.actor)
    if frame.left > 1 and card_options(state, frame.actor):
        state.stack.append(frame._replace(left=frame.left - 1))


def move_options(state: WayfarersState, player: int) -> list[Action]:
    """Return the ways to move influence between guilds (Y-25)."""
    guilds = state.tableaux[player].guilds
    return [action for (source, _), action in MOVES.items() if guilds[source]]


def move_influence(state: WayfarersState, action: MoveInfluence, frame: MovingInfluence) -> None:
    """Move a token from a guild to another."""
    tableau = state.tableaux[frame.actor]
    tableau.guilds = more(more(tableau.guilds, action.source, -1), action.target, 1)
    if frame.left > 1:
        state.stack.append(frame._replace(left=frame.left - 1))


# ---- guild abilities (Y-11, Y-38 to Y-41) ------------------------------------------------------------------


def has_ability(state: WayfarersState, player: int, guild: int) -> bool:
    """Tell whether a player may use the ability of a guild now: once in each own turn, for one influence."""
    unused = not state.used >> guild & 1 and player == state.player
    return unused and state.tableaux[player].guilds[guild] > 0


def use_ability(state: WayfarersState, player: int, guild: int) -> None:
    """Spend one influence for the ability of a guild (Y-26)."""
    state.used |= 1 << guild
    spend_influence(state, player, guild, 1)


def spend_influence(state: WayfarersState, player: int, guild: int, many: int) -> None:
    """Return influence from a guild to the supply (Y-26)."""
    tableau = state.tableaux[player]
    tableau.guilds = more(tableau.guilds, guild, -many)
    tableau.influence += many


def can_trade(state: WayfarersState, player: int, frame: Frame) -> bool:
    """Tell whether the trade ability may be used while something is open (Y-11, Y-39)."""
    placing = isinstance(frame, Placing)
    if not (placing or state.tableaux[player].dice) or not has_ability(state, player, TRADE):
        return False
    return state.rules.guild_trade == "any_time" or placing or isinstance(frame, Turning)


def trade(state: WayfarersState, player: int, frame: Frame) -> None:
    """Use the trade ability: two adjustments, then what was open goes on (Y-39)."""
    use_ability(state, player, TRADE)
    state.stack += [frame, Adjusting(player, 2)]


def optional(state: WayfarersState, options: list[Action], player: int, frame: Frame) -> list[Action]:
    """Return options to which the trade ability is added, and declining (Y-11, Y-117)."""
    if can_trade(state, player, frame):
        options.append(USE_TRADE)
    options.append(DECLINE)
    return options
