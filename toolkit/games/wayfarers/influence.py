"""Influence on guilds and cards, and the guild abilities (Y-17 to Y-27, Y-37 to Y-41)."""

from __future__ import annotations

from toolkit.core.decision import Action, Frame
from toolkit.games.wayfarers.actions import (
    DECLINE,
    INFLUENCE_CARDS,
    INFLUENCE_GUILDS,
    MOVES,
    TAKES,
    USE_TRADE,
    InfluenceCard,
    InfluenceGuild,
    MoveInfluence,
    Say,
    TakeFrom,
)
from toolkit.games.wayfarers.components.names import ANY_GUILD, GUILDS, NONE, TRADE
from toolkit.games.wayfarers.display import more, place_of
from toolkit.games.wayfarers.state import (
    Adjusting,
    InfluencingCard,
    InfluencingGuild,
    MovingInfluence,
    Placing,
    Retrieving,
    TakingFrom,
    Turning,
    WayfarersState,
    replaced,
)

_EVERY_GUILD = tuple(range(len(GUILDS)))

# ---- tokens ------------------------------------------------------------------------------------------------


def _sources(state: WayfarersState, player: int, but: int = NONE) -> list[int]:
    """Return where a token comes from when the supply is empty (Y-27): not from the guild `but` (Y-120).

    A guild by its number, a card by its number beyond the guilds.
    """
    guilds = state.tableaux[player].guilds
    found = [guild for guild in _EVERY_GUILD if guilds[guild] and guild != but]
    cards = (state.display[place] for place, owner in enumerate(state.tokens) if owner == player)
    return found + [len(GUILDS) + card for card in cards]


def _take(state: WayfarersState, player: int, source: int) -> None:
    """Take a token from a guild or a card."""
    if source < len(GUILDS):
        tableau = state.tableaux[player]
        tableau.guilds = more(tableau.guilds, source, -1)
    else:
        place = place_of(state, source - len(GUILDS))
        state.tokens = replaced(state.tokens, place, NONE)


def guild_options(state: WayfarersState, frame: InfluencingGuild) -> list[Action]:
    """Return the guilds that can be influenced: the one that is named, or any (Y-24, Y-27, Y-120)."""
    guilds = _EVERY_GUILD if frame.guild == ANY_GUILD else (frame.guild,)
    supply = state.tableaux[frame.actor].influence
    return [INFLUENCE_GUILDS[one] for one in guilds if supply or _sources(state, frame.actor, one)]


def card_options(state: WayfarersState, frame: InfluencingCard) -> list[Action]:
    """Return the cards that can be influenced: those without influence (Y-18, Y-27, Y-120)."""
    if not state.tableaux[frame.actor].influence and not _sources(state, frame.actor):
        return []
    pairs = zip(state.display, state.tokens, strict=True)
    return [INFLUENCE_CARDS[card] for card, owner in pairs if card != NONE and owner == NONE]


def influence_guild(state: WayfarersState, action: InfluenceGuild, frame: InfluencingGuild) -> None:
    """Influence a guild."""
    _influence(state, TakingFrom(frame.actor, action.guild, NONE, frame.guild, frame.left))


def influence_card(state: WayfarersState, action: InfluenceCard, frame: InfluencingCard) -> None:
    """Influence a card."""
    _influence(state, TakingFrom(frame.actor, NONE, action.card, NONE, frame.left))


def _influence(state: WayfarersState, frame: TakingFrom) -> None:
    """Place a token from the supply; if that is empty, ask where else it comes from (Y-27)."""
    tableau = state.tableaux[frame.actor]
    if tableau.influence:
        tableau.influence -= 1
        _place(state, frame)
        return
    found = _sources(state, frame.actor, frame.guild)
    if len(found) == 1:
        _take(state, frame.actor, found[0])
        _place(state, frame)
    else:
        state.stack.append(frame)


def sources(state: WayfarersState, frame: TakingFrom) -> list[Action]:
    """Return where the token may come from."""
    return [TAKES[source] for source in _sources(state, frame.actor, frame.guild)]


def take_from(state: WayfarersState, action: TakeFrom, frame: TakingFrom) -> None:
    """Take a token from a guild or a card and place it."""
    _take(state, frame.actor, action.source)
    _place(state, frame)


def _place(state: WayfarersState, frame: TakingFrom) -> None:
    """Place the token that was taken; then the next one of the effect."""
    player, left = frame.actor, frame.left - 1
    if frame.card == NONE:
        tableau = state.tableaux[player]
        tableau.guilds = more(tableau.guilds, frame.guild, 1)
        ask_again(state, InfluencingGuild(player, frame.named, left))
    else:
        state.tokens = replaced(state.tokens, place_of(state, frame.card), player)
        ask_again(state, InfluencingCard(player, left))


def move_options(state: WayfarersState, frame: MovingInfluence) -> list[Action]:
    """Return the ways to move influence between guilds (Y-25)."""
    guilds = state.tableaux[frame.actor].guilds
    return [action for (source, _), action in MOVES.items() if guilds[source]]


def move_influence(state: WayfarersState, action: MoveInfluence, frame: MovingInfluence) -> None:
    """Move a token from a guild to another."""
    tableau = state.tableaux[frame.actor]
    tableau.guilds = more(more(tableau.guilds, action.source, -1), action.target, 1)
    ask_again(state, frame._replace(left=frame.left - 1))


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


def can_trade(state: WayfarersState, frame: Frame) -> bool:
    """Tell whether the trade ability may be used while something is open (Y-11, Y-39)."""
    placing = isinstance(frame, Placing)
    if not (placing or state.tableaux[frame.actor].dice) or not has_ability(state, frame.actor, TRADE):
        return False
    return state.rules.guild_trade == "any_time" or placing or isinstance(frame, Turning)


def trade(state: WayfarersState, player: int, *frames: Frame) -> None:
    """Use the trade ability: two adjustments, then what was open goes on (Y-39)."""
    use_ability(state, player, TRADE)
    state.stack += [*frames, Adjusting(player, 2)]


def optional(state: WayfarersState, options: list[Action], frame: Frame) -> list[Action]:
    """Return options to which the trade ability is added, and declining (Y-11, Y-117)."""
    if can_trade(state, frame):
        options.append(USE_TRADE)
    options.append(DECLINE)
    return options


def say_optional(state: WayfarersState, action: Say, frame: Frame) -> None:
    """Use the trade ability, or decline what is open."""
    if action is USE_TRADE:
        trade(state, frame.actor, frame)


def ask_again(
    state: WayfarersState,
    frame: Adjusting | InfluencingCard | InfluencingGuild | MovingInfluence | Retrieving,
) -> None:
    """Open what may be done so many times more, while it can be."""
    if frame.left:
        state.stack.append(frame)
    close_empty(state)


def close_empty(state: WayfarersState) -> None:
    """Close decisions of which nothing can be done: declining alone is no choice."""
    while (legal := state.legal_actions()) and legal[0] in (USE_TRADE, DECLINE):
        state.stack.pop()
