"""``tobago table --text``: the printed game of a table in the terminal, without a server and phones.

A line is one of the table's lines, with words cut short as at ``tobago open``. The terminal speaks for
everybody: a line is that of who acts, unless a player is named behind it.
"""

from __future__ import annotations

import secrets
import sys
from collections.abc import Callable, Sequence
from itertools import chain
from pathlib import Path
from typing import TYPE_CHECKING, Any, cast

from toolkit.core.document import read_text
from toolkit.core.errors import ToolkitError, printable, quote
from toolkit.games.tobago.maps import COLOURS, PLAYERS
from toolkit.games.tobago.placement import COUNTS
from workbench.cli.printing import print_rich, refuse, say
from workbench.cli.tobago.opening import begun, clue_of, hex_of, map_of, typed
from workbench.table.printed import Printed

if TYPE_CHECKING:
    from workbench.table.table import Table

HELP = """A line is what happens at the table; every word may be cut short:
  l b !nh blue        blue lays 'not next to hut' on brown (maps: b w g k); else who acts does
  b no ne hut         the same in words; in one word: ! not, i in, n next to, w within 2 of, l largest, and
                      b j l m r s o h p t for beach ... scrubland, ocean, hut, palm, statue
  st b ij, start a22  turn up a starting clue and lay it on brown; put the ATV on A22
  know nh blue        a card of blue's hand; forget nh: it was another one
  m a34, m a22-a34    move by the fewest steps; pick up; exchange; end
  raise b             raise brown; then reveal 4, reveal curse, taken blue, taken nobody
  am rem b c10        amulet: remove a cube; am cl b nh, am move, am exchange
  undo                take back what was told last
  hand blue, show, hint, log, review, finish
Set-up: layout ABC+0, place hut b23, face a23 ne, random, player blue Roger, first blue,
rules own_hex included, edition no-curse, sides FILE, deck FILE, begin. quit or Ctrl-D leaves."""

_PLAY = (
    *("clue", "lay", "start", "move", "know", "end", "exchange", "pick", "pass", "raise", "reveal", "take"),
    "taken",
    *("amulet", "turn", "mark", "forget", "stop", "show", "hints", "finish"),
)
_SET_UP = (
    *("layout", "place", "face", "random", "player", "begin", "lift", "drop", "first", "rules", "edition"),
    *("sides", "deck", "hints"),
)
_NEEDED = {"raise": 1, "mark": 1, "taken": 1, "hints": 1}
"""How many words a command has before who does it, where one of them could be taken for a player."""

_ASKED = ("hand", "hint", "log", "review", "undo", "show", "help")


class Telling:
    """A table that is told line by line."""

    def __init__(self, table: Table) -> None:
        self.table = table
        self._asked: dict[str, Callable[[list[str]], None]] = {
            "hand": self._hand,
            "hint": self._hint,
            "log": self._log,
            "review": self._review,
            "undo": self._undo,
            "show": self._show,
            "help": lambda _: say(HELP),
        }

    @property
    def session(self) -> Printed:
        """The game, which each event replaces."""
        return cast("Printed", self.table.session)

    @property
    def _view(self) -> dict[str, Any]:
        return self.table.view(None)

    def do(self, line: str) -> None:
        """Do what a line says and tell what has become of the table; `ToolkitError` with the reason."""
        words = line.split()
        kept = _SET_UP if self._view["phase"] == "setup" else _PLAY
        if self._view["phase"] != "setup" and _is_map(words[0]):
            words = ["clue", *words]
        names = (*kept, *_ASKED)
        command = words[0] if words[0] in names else begun(words[0], "commands", *([name] for name in names))
        if command in _ASKED and words[1:] != ["hand"]:  # show hand is told (T-29b)
            if more := words[2 if command in ("hand", "hint") else 1 :]:
                goes = "goes with a player at most" if words[1:] != more else "stands alone"
                raise ToolkitError(f"{command} {goes}: {quote(' '.join(more))} is too much")
            return self._asked[command](words[1:])
        if kept is _PLAY:
            self._tell(*self._in_play(command, words[1:]))
        elif command in ("sides", "deck") and words[1:]:
            host = self.table.seats.host or 0  # an owner's files are the host's to write
            self._tell(host, command, read_text(Path(words[1]), words[1], ""))
        else:
            self._tell(0, " ".join(self._in_set_up(command, words[1:])))
        return self._show([])

    def _tell(self, seat: int, line: str, text: str | None = None) -> None:
        """Tell a line as a seat; what its phones would have to agree to, the terminal agrees to."""
        self.table.do(seat, secrets.token_hex(8), self.table.seq, [line], text)
        wish = self._view.get("table", {}).get("wish") if line.startswith(("finish", "take back")) else None
        for colour in wish["wait"] if wish else ():
            self.table.do(PLAYERS.index(colour), secrets.token_hex(8), self.table.seq, ["agree"])

    # ---- words cut short ----------------------------------------------------------------------------------

    def _in_set_up(self, command: str, words: Sequence[str]) -> list[str]:
        names = self.session.hexes
        match command, [*words]:
            case "place", [kind, name]:
                return [command, begun(kind, "landmarks", COUNTS), hex_of(name, names)]
            case "lift", [name]:
                return [command, hex_of(name, names)]
            case "face", [name, way]:
                return [command, hex_of(name, names), way.upper()]
            case "player" | "drop" | "first", [colour, *name]:
                return [command, begun(colour, "players", PLAYERS), *name]
            case _:
                return [command, *words]

    def _in_play(self, command: str, words: list[str]) -> tuple[int, str]:
        """Return whose line it is and the line in full."""
        table, names = self._view["table"], self.session.hexes
        player = table["to_act"]
        needed = _NEEDED.get(command, 0)  # the only map is no player: raise bl
        if words[needed:] and (named := _player(words[-1])):
            *words, player = [*words[:-1], named]
        match command, words:
            case "clue" | "lay", [colour, *words]:
                clue, left = clue_of(words)
                if len(left) == 1:  # in one letter, too, as at tobago open
                    player = begun(left.pop(), "players", PLAYERS)
                line = ["clue", map_of(colour), *clue, *left]
            case "know" | "forget", clue:
                line = [command, *_whole_clue(clue)]
            case "start", [first, *clue] if clue:
                if "clue".startswith(first.lower()):
                    first, *clue = clue
                line = ["start", "clue", map_of(first), *_whole_clue(clue)]
            case "turn", [_, *clue]:
                line = ["turn", "up", *_whole_clue(clue)]
            case "start", [name]:
                line = ["start", hex_of(name, names)]
            case "move", [way]:
                line = ["move", "-".join(hex_of(name, names) for name in way.split("-"))]
            case "raise" | "mark", [colour]:
                line = [command, map_of(colour)]
            case "taken", [colour]:
                line = [command, begun(colour, "players", (*PLAYERS, "nobody"))]
            case "pick", [] | ["up"]:
                line = ["pick", "up"]
            case "amulet", [use, *rest]:
                line = ["amulet", *_amulet(begun(use, "uses of an amulet", _USES), rest, names)]
            case _:
                line = [command, *words]
        if player is None:
            raise ToolkitError(f"{quote(' '.join(line))}: nobody acts now: say whose line it is")
        return PLAYERS.index(player), " ".join(line)

    # ---- what is asked ------------------------------------------------------------------------------------

    def _undo(self, _words: list[str]) -> None:
        own = [entry for seat in range(len(PLAYERS)) for entry in self._seen(seat).get("log", [])]
        if ended := self._view.get("table", {}).get("finished"):
            own.append({"seq": ended, "by": own[-1]["by"] if own else PLAYERS[0]})
        if not own:
            raise ToolkitError("nothing was told that could be taken back")
        last = max(own, key=lambda entry: int(entry["seq"]))
        self._tell(PLAYERS.index(last["by"]), f"take back {last['seq']}")
        self._show([])

    def _seen(self, seat: int) -> dict[str, Any]:
        table: dict[str, Any] = self.table.view(seat).get("table", {})
        return table

    def _hand(self, words: list[str]) -> None:
        seat = self._asked_seat(words)
        own = self._seen(seat)["own"]
        if own is None:
            raise ToolkitError(f"{PLAYERS[seat]} does not play")
        unknown = f"{own['unknown']} unknown" if own["unknown"] else ""
        print_rich(f"{PLAYERS[seat]}: {', '.join(filter(None, [*own['hand'], unknown])) or 'no clue'}")

    def _asked_seat(self, words: list[str]) -> int:
        """Return the seat of the player who is named, or who acts."""
        table = self._view.get("table")
        if table is None:
            raise ToolkitError("the game has not begun")
        name = begun(words[0], "players", PLAYERS) if words else table["to_act"]
        if name is None:
            raise ToolkitError("nobody acts now: name a player")
        return PLAYERS.index(name)

    def _hint(self, words: list[str]) -> None:
        later: Any = self.session.fetch(self._asked_seat(words), "hint", {})
        found = later()
        for play in found["plays"][:5]:
            print_rich(f"{play['map']} {play['clue']}: {play['why']}")
        if not found["plays"]:
            print_rich("no legal play of a known card")

    def _log(self, _words: list[str]) -> None:
        for entry in self._view.get("table", {}).get("log", []):
            print_rich(_logged(entry))

    def _review(self, _words: list[str]) -> None:
        found: Any = self.session.fetch(None, "review", {})
        for one in found["players"]:
            print_rich(f"{one['colour']}: {one['bits']:.2f} bits, {one['coins']} coins")

    def _show(self, _words: list[str]) -> None:
        view = self._view
        if "setup" in view:
            setup = view["setup"]
            landmarks = [f"{kind} {' '.join(setup[kind])}" for kind in ("huts", "palms", "statues")]
            island = setup["layout"] or ("no layout" if setup["drawing"] is None else "a drawn island")
            print_rich(f"{island}; {'; '.join(landmarks)}")
            print_rich(f"missing: {'; '.join(setup['missing']) or 'nothing: begin'}")
            return
        table = view["table"]
        for entry in table["log"][-1:]:
            print_rich(_logged(entry))
        print_rich("   ".join(f"{colour} {left}" for colour, left in self.session.counts().items()))
        print_rich(_acting(view["phase"], table))


def _logged(entry: dict[str, Any]) -> str:
    lines = entry["do"] if isinstance(entry["do"], list) else [entry["do"]]
    before, after = entry.get("before"), entry.get("after")
    change = f"  {before} -> {after}" if before != after else ""  # who raises takes nothing away
    if "facings" in entry:
        turned = ", ".join(f"{name} {way}" for name, way in entry["facings"].items())
        change += f"\n     amulets appear: {' '.join(entry['amulets']) or 'none'}; statues turn: {turned}"
    return f"{entry['seq']:4} {entry['by']}: {', '.join(lines)}{change}"


def _acting(phase: str, table: dict[str, Any]) -> str:
    if phase == "over":
        return "the evening is over: review tells who narrowed what"
    legal = f" ({', '.join(table['legal'])})" if table["legal"] else ""
    treasure = table["treasure"]
    roses = f"; roses: {', '.join(treasure['roses'][treasure['place'] :])}" if treasure else ""
    return f"turn {table['turn']}: {table['to_act']}, {table['decision']}{roses}{legal}"


_USES = ("remove", "clue", "move", "exchange")


def _amulet(use: str, rest: Sequence[str], names: Sequence[str]) -> list[str]:
    if use == "clue" and rest:
        return [use, map_of(rest[0]), *_whole_clue(rest[1:])]
    if use == "remove" and len(rest) == 2:
        return [use, map_of(rest[0]), hex_of(rest[1], names)]
    return [use, *rest]


def _whole_clue(words: Sequence[str]) -> list[str]:
    clue, left = clue_of(words)
    return [*clue, *left]


def _is_map(word: str) -> bool:
    return word.lower() in ("b", "w", "g", "k", *COLOURS)


def _player(word: str) -> str | None:
    """Return the player whom a last word of two letters or more names."""
    found = [colour for colour in PLAYERS if len(word) > 1 and colour.startswith(word.lower())]
    return found[0] if len(found) == 1 else None


def tell_table(table: Table, path: Path) -> int:
    """Tell a table from the terminal or standard input; return the status, of many lines the highest."""
    if not isinstance(table.session, Printed):
        raise ToolkitError(f"{printable(str(path))}: only the printed Tobago is told in the terminal")
    if sys.stdin is None:
        raise ToolkitError("standard input is closed: no line will come")
    telling, highest, live = Telling(table), 0, sys.stdin.isatty()
    lines = typed("help tells the lines; Ctrl-D leaves", f"{printable(path.name)}> ") if live else sys.stdin
    for line in chain(["begin" if telling.session.ready else "show"], lines):
        words = line.split()
        if words and words[0].lower() in ("quit", "exit"):
            break
        try:
            if words and not words[0].startswith("#"):
                telling.do(line)
        except (ToolkitError, OSError) as error:
            refuse(error)
            highest = 2
    return 0 if live else highest
