"""Mangrovia on a page: twelve piers in a line, the island, piers and cards, the players, the own hand."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from functools import partial
from typing import cast

from toolkit.core import Action, Observation
from toolkit.core.telling.language import isolated
from toolkit.games.mangrovia.actions import (
    NO_LANDSCAPE,
    AmuletsShown,
    Build,
    HutBrought,
    MoveBirds,
    Pay,
    PayLandscape,
    PutBowl,
    ReturnAmulet,
)
from toolkit.games.mangrovia.board import Space
from toolkit.games.mangrovia.components import FREE, LANDSCAPES, NO_TILE, PATHS, PIERS, RITUAL_SPACE, TILES
from toolkit.games.mangrovia.game import GAME
from toolkit.games.mangrovia.payments import value_of
from toolkit.games.mangrovia.picture import cards_of, space_words
from toolkit.games.mangrovia.play import Paying, PayingLandscape
from toolkit.games.mangrovia.scoring import Counted, Prizes
from toolkit.games.mangrovia.state import BOWLS, CLEAN_UP, MangroviaState, replaced
from toolkit.games.mangrovia.telling import MangroviaTeller
from workbench.table.scenes import Data, Effect, Scene

Seen = Observation[MangroviaState]

_COUNTS = {"points": "star", "huts": "hut", "track": "amulet", "valuables": "dotcard"}
_COUNTS |= {"landscapes": "leaf", "amulets": "sack"}


def lay(seen: Seen, teller: MangroviaTeller) -> Data:
    """Return what a seat sees of the table."""
    me, say = seen.player, partial(teller.word, "scene")
    return {
        "step": _step(seen, teller),
        "over": not seen.stack,
        "zones": {zone: say(zone) for zone in ("island", "supply", "players")},
        "boat": _boat(seen, teller),
        "island": _island(seen, teller),
        "supply": _supply(seen, teller),
        "players": _players(seen, teller),
        "own": None if me is None or not seen.stack else _own(seen, me, teller),
    }


def _step(seen: Seen, teller: MangroviaTeller) -> str:
    """Return what the seat has to do, in the head of the page."""
    if seen.player is None or seen.to_act() != seen.player:
        return ""
    pier = seen[MangroviaState.pier]
    return teller.word("scene", "your pier", pier=pier) if pier else teller.word("scene", "your bowl")


def _whose(piece: int, seen: Seen, teller: MangroviaTeller) -> str:
    """Return whose a hut or a bowl is; the numbers after those of the players are the neutral colours."""
    return teller.called(piece) if piece < seen.players else teller.word("scene", "neutral")


# ---- the twelve piers --------------------------------------------------------------------------------------


def _boat(seen: Seen, teller: MangroviaTeller) -> Data:
    """Return the piers in a line: whose bowl lies there, and where the boat is."""
    bowls, at = seen[MangroviaState.bowls], seen[MangroviaState.pier]
    owners = {pier: bowls[RITUAL_SPACE[pier]] for pier in range(1, len(PIERS))}
    sails = BOWLS < at < CLEAN_UP
    head = teller.name("table", "boat", pier=at) if sails else teller.name("table", "bowls")
    who = [
        teller.name("scene", "at_pier", pier=pier, who=_whose(owner, seen, teller))
        for pier, owner in owners.items()
        if owner != FREE
    ]
    return {
        "label": teller.language.finished(teller.language.listed([head, *who])),
        "piers": [
            {"number": teller.language.number(pier), "owner": owner, "is": _is(pier, at)}
            for pier, owner in owners.items()
        ],
    }


def _is(pier: int, at: int) -> str:
    """Return whether the boat has been at a pier or is there."""
    return "now" if pier == at else "past" if pier < at < CLEAN_UP else ""


# ---- the island --------------------------------------------------------------------------------------------


def _island(seen: Seen, teller: MangroviaTeller) -> Data:
    """Return the grid with the prizes of the paths, and the amulet spaces beside it."""
    board, say = seen.rules.layout, partial(teller.word, "scene")
    tiles, site = _tiles(seen), _site(seen)
    grid = {(space.column, space.row): n for n, space in enumerate(board.spaces) if space.column}
    beside = [n for n, space in enumerate(board.spaces) if not space.column]
    columns = [chr(n) for n in range(ord("a"), ord(max(column for column, _ in grid)) + 1)]
    rows = range(1, max(row for _, row in grid) + 1)
    heads = {path.line: _head(seen, number, teller) for number, path in enumerate(board.paths)}
    middles = {_middle(board.spaces, area): area for area in ("stone", "pole")}

    def cell(column: str, row: int) -> Data | None:
        if (column, row) in middles:
            return _blocked(seen, middles[column, row], teller)
        number = grid.get((column, row))
        return None if number is None else _space(seen, number, tiles.get(number), site, teller)

    return {
        "label": say("island"),
        "note": teller.noted(GAME.note(seen.rules)),
        "columns": [
            {"name": _printed(column, teller), "head": heads.get(f"column {column}")} for column in columns
        ],
        "rows": [
            {
                "name": teller.language.number(row),
                "head": heads.get(f"row {row}"),
                "cells": [cell(column, row) for column in columns],
            }
            for row in rows
        ],
        "beside": {
            "label": say("beside"),
            "spaces": [_space(seen, number, tiles.get(number), site, teller) for number in beside],
        },
        "key": [
            *({"kind": name, "told": teller.landscape(face)} for face, name in enumerate(LANDSCAPES)),
            *({"kind": area, "told": teller.word("spaces", area)} for area in ("stone", "pole")),
            {"kind": "amulets", "told": say("in amulets")},
        ],
    }


def _printed(name: str, teller: MangroviaTeller) -> str:
    """Return a name as the board prints it."""
    return teller.language.finished(isolated(name), capital=False)


def _head(seen: Seen, number: int, teller: MangroviaTeller) -> Data:
    """Return the prizes of a path."""
    path = seen.rules.layout.paths[number]
    prizes = {"first": path.first, "second": path.second}
    label = teller.word("picture", "statue", path=teller.name("paths", path.id), **prizes)
    return {"told": teller.word("scene", "prizes", **prizes), "label": label}


def _middle(spaces: Sequence[Space], area: str) -> tuple[str, int]:
    """Return where the middle of an area is, on which nobody builds (M-21)."""
    there = [space for space in spaces if space.area == area]
    columns, rows = sorted({space.column for space in there}), sorted({space.row for space in there})
    return columns[len(columns) // 2], rows[len(rows) // 2]


def _blocked(seen: Seen, area: str, teller: MangroviaTeller) -> Data:
    """Return the middle of an area; that of the pole area shows the next pole tile."""
    words = teller.word("spaces", area)
    if area == "pole":
        tiles = _pole_tiles(seen, teller)
        shown = " ".join(tiles) or teller.name("picture", "no_tiles")
        words = teller.word("picture", "tiles", area=words, tiles=shown)
        return {"blocked": area, "label": words, "tile": next(iter(tiles), "")}
    return {"blocked": area, "label": words, "tile": ""}


def _pole_tiles(seen: Seen, teller: MangroviaTeller) -> list[str]:
    """Return the pole tiles that are still to come, the next one first (M-6)."""
    laid = seen[MangroviaState.pole]
    return [teller.language.number(tile) for tile in seen.rules.box.pole_tiles if tile not in laid]


def _tiles(seen: Seen) -> dict[int, int]:
    """Return the tiles on the stone area and under huts of the pole area, by their spaces."""
    board = seen.rules.layout
    stone = zip(board.stone, seen[MangroviaState.stone], strict=False)
    pole = zip(board.pole, seen[MangroviaState.pole], strict=True)
    return {n: tile for n, tile in stone if tile != NO_TILE} | {n: tile for n, tile in pole if tile}


def _site(seen: Seen) -> tuple[int, int] | None:
    """Return the space that is being paid for, and for how many huts."""
    top = seen.stack[-1] if seen.stack else None
    return (top.space, top.huts) if isinstance(top, Paying | PayingLandscape) else None


def _space(
    seen: Seen, number: int, tile: int | None, site: tuple[int, int] | None, teller: MangroviaTeller
) -> Data:
    """Return a space with its price and points, or with the hut there."""
    board, say = seen.rules.layout, teller.language.number
    space, owner, huts = board.spaces[number], seen[MangroviaState.owners][number], 0
    if owner != FREE:
        huts = seen[MangroviaState.sizes][number]
    whose = _whose(owner, seen, teller) if huts else ""
    data: Data = {
        "place": space.id,
        "label": space_words(space, board, teller, tile, whose, huts),
        "lands": [LANDSCAPES[face] for face in space.landscapes],
        "area": space.area,
        "price": say(space.price),
    }
    if space.pay == "amulets":
        data["amulets"] = True
    if space.points:
        data["points"] = teller.word("scene", "plus", points=space.points)
    if tile is not None:
        data["tile"] = say(tile) if huts else teller.on_tile(tile)
    if huts:
        data["hut"] = {"owner": owner, "double": teller.word("table", "double") if huts > 1 else ""}
    elif not set(space.landscapes) & set(seen[MangroviaState.birds]):
        data["pale"] = True
    if site and site[0] == number:
        data["site"] = True
    return data


# ---- piers and cards ---------------------------------------------------------------------------------------


def _supply(seen: Seen, teller: MangroviaTeller) -> Data:
    """Return the temple rock, piles and face-up cards, amulets and pole tiles, and what piers do."""
    say, number = partial(teller.word, "scene"), teller.language.number
    ones, bag = (len(seen[MangroviaState.amulets].zone(name)) for name in ("board", "bag"))
    return {
        "first": {"bowl": "piers", "birds": "rock"}.get(seen.decision_kind() or "", "cards"),
        "rock": {
            "title": say("rock"),
            "spaces": [_rock(seen, face, teller) for face in range(len(LANDSCAPES))],
        },
        "rows": [_row(seen, name, teller) for name in ("valuables", "landscapes")],
        "amulets": {
            "title": say("amulets"),
            "counts": [
                {"number": number(bag), "told": say("in the bag")},
                {"number": number(ones), "told": say("ones")},
            ],
            "tiles": _pole_tiles(seen, teller),
            "told": say("pole tiles"),
        },
        "piers": {
            "title": say("piers", round=max(1, seen[MangroviaState.round])),
            "spaces": [_ritual(seen, n, teller) for n in range(len(seen[MangroviaState.bowls]))],
        },
    }


def _rock(seen: Seen, face: int, teller: MangroviaTeller) -> Data:
    """Return a landscape of the temple rock, and whether a bird sits there."""
    here, landscape = face in seen[MangroviaState.birds], teller.landscape(face)
    return {
        "place": f"rock {LANDSCAPES[face]}",
        "label": teller.word("picture", "bird" if here else "no_bird", landscape=landscape),
        "land": LANDSCAPES[face],
        "told": landscape,
        "bird": here,
    }


def _row(seen: Seen, name: str, teller: MangroviaTeller) -> Data:
    """Return a pile and the face-up cards beside it, with the places where there is none now (M-14)."""
    zones = seen[getattr(MangroviaState, name)]
    cards, many = zones.zone("open"), len(zones.zone("pile"))
    room = seen.rules.box.face_up[name == "landscapes"] - len(cards)
    head = teller.name("picture", name)
    return {
        "title": teller.word("scene", f"{name} row"),
        "pile": {
            "place": name,
            "label": teller.word("picture", "pile", head=head, count=many),
            "number": teller.language.number(many),
        },
        "cards": [_card(name, face, "open", count, teller) for face, count in Counter(cards).items()],
        "none": max(0, room),
    }


def _card(kind: str, face: int, where: str, count: int, teller: MangroviaTeller) -> Data:
    """Return alike cards, amulets or tiles with the name of their place, such as ``open 5``."""
    data: Data = {"count": count}
    if kind == "landscapes":
        land, told = LANDSCAPES[face], teller.name("scene", "land", landscape=teller.landscape(face))
        data |= {"place": f"{where} {land}", "land": land}
    elif kind == "tiles":
        told = teller.name("picture", "stone_tile", tile=teller.tile(face))
        data |= {"place": f"tile {TILES[face]}", "number": teller.on_tile(face), "kind": "tile"}
    else:
        form = {"start": "start", "amulet": "amulet", "kept": "amulet"}.get(where, "hand")
        told = teller.name("means", form, value=face)
        data |= {"place": f"{where} {face}", "number": teller.language.number(face), "kind": form}
    data["label"] = teller.word("scene", "several", count=count, card=told) if count > 1 else told
    return data | {"label": teller.language.finished(data["label"])}


def _ritual(seen: Seen, n: int, teller: MangroviaTeller) -> Data:
    """Return a ritual space: its two piers, what is done there, and whose bowl lies there."""
    piers, owner, at = (n + 1, len(PIERS) - 1 - n), seen[MangroviaState.bowls][n], seen[MangroviaState.pier]
    if owner == FREE:
        bowl = teller.name("picture", "no_bowl")
    elif owner == seen.players:
        bowl = teller.name("table", "blocked")
    else:
        bowl = teller.name("picture", "bowl", whose=teller.called(owner))
    acts = [teller.name("picture", "pier", pier=pier, act=teller.name("piers", pier)) for pier in piers]
    return {
        "place": f"R{n + 1}",
        "label": teller.language.finished(teller.language.semicolon.join([*acts, bowl])),
        "owner": owner,
        "piers": [
            {
                "number": teller.language.number(pier),
                "act": teller.word("short_piers", pier),
                "is": _is(pier, at),
            }
            for pier in piers
        ],
    }


# ---- the players -------------------------------------------------------------------------------------------


def _players(seen: Seen, teller: MangroviaTeller) -> Data:
    """Return the players beside each other: who reads first, then in the order of play."""
    first, say = seen.player or 0, partial(teller.word, "picture")
    seats = [(first + turn) % seen.players for turn in range(seen.players)]
    number, listed, counted = teller.language.number, teller.language.listed, _counted(seen)
    counts = {
        "points": seen[MangroviaState.points],
        "huts": seen[MangroviaState.supply],
        "track": seen[MangroviaState.track],
    }
    hands = [cards_of(seen, player) for player in range(seen.players)]
    counts |= {
        name: tuple(len(hand[kind]) for hand in hands)
        for kind, name in enumerate(("valuables", "landscapes", "amulets"))
    }
    start, tiles = seen[MangroviaState.start_cards], seen[MangroviaState.tiles]
    stone = counted.stone_huts()[0]
    neutral = sorted({owner for owner in seen[MangroviaState.owners] if owner >= seen.players})
    colours = [*seats, *neutral]
    lying = {
        "talisman": ["\u2713" if seen[MangroviaState.start] == seat else "" for seat in seats],
        "start cards": [listed([*map(number, start[seat])]) for seat in seats],
        "stone tiles": [listed([teller.on_tile(tile) for tile in tiles[seat]]) for seat in seats],
    }
    return {
        "seats": [{"seat": seat, "name": teller.called(seat)} for seat in seats],
        "counts": [
            {
                "sign": sign,
                "told": say(name),
                "values": [number(counts[name][seat]) for seat in seats],
                "best": [name != "huts" and counts[name][seat] == max(counts[name]) > 0 for seat in seats],
            }
            for name, sign in _COUNTS.items()
        ],
        "lying": [
            {"told": teller.word("scene", told), "values": values}
            for told, values in lying.items()
            if any(values)
        ],
        "areas": {
            "title": teller.word("scene", "areas"),
            "told": teller.word("scene", "huts there"),
            "owners": [{"owner": colour, "name": _whose(colour, seen, teller)} for colour in colours],
            "rows": [
                *(_prizes(prizes, colours, teller) for prizes in map(counted.path_prizes, range(len(PATHS)))),
                _prizes(counted.pole_prizes(), colours, teller),
                {
                    "told": teller.word("spaces", "stone"),
                    "prizes": "",
                    "values": [number(stone[one]) if one < seen.players else "" for one in colours],
                    "best": [False for _ in colours],
                },
            ],
        },
    }


def _prizes(prizes: Prizes, colours: Sequence[int], teller: MangroviaTeller) -> Data:
    """Return the huts of each colour on a path or in the pole area, and who would take a prize there."""
    huts, (first, second) = dict(prizes.order), prizes.prizes
    path = prizes.name.removeprefix("path ")
    told = teller.word("paths", path) if path in PATHS else teller.word("spaces", "pole")
    return {
        "told": told,
        "prizes": teller.word("scene", "prizes", first=first, second=second),
        "values": [teller.language.number(huts.get(colour, 0)) for colour in colours],
        "best": [colour == prizes.first for colour in colours],
    }


def _counted(seen: Seen) -> Counted:
    """Return what counts at the end, as everybody sees it."""
    table = (seen[MangroviaState.owners], seen[MangroviaState.sizes], seen[MangroviaState.pole])
    return Counted(seen.rules.layout, seen.rules, seen.players, *table, seen[MangroviaState.tiles])


# ---- the own hand ------------------------------------------------------------------------------------------


def _own(seen: Seen, me: int, teller: MangroviaTeller) -> Data:
    """Return the own hand by kinds, alike cards together."""
    hand, amulets = f"hand {me}", seen[MangroviaState.amulets]
    drawn = amulets.zone(f"drawn {me}")
    kept = "kept" if drawn else "amulet"  # those just drawn alone can go back
    groups = [
        ("valuables", "hand", seen[MangroviaState.valuables].zone(hand)),
        ("valuables", "start", seen[MangroviaState.start_cards][me]),
        ("landscapes", "hand", seen[MangroviaState.landscapes].zone(hand)),
        ("amulets", kept, amulets.zone(f"kept {me}")),
        ("amulets", "amulet", drawn),
        ("tiles", "tile", seen[MangroviaState.tiles][me]),
    ]
    points, huts = seen[MangroviaState.points][me], seen[MangroviaState.supply][me]
    have = [teller.name("picture", "brings", count=points), teller.name("scene", "huts left", count=huts)]
    return {
        "label": teller.word("scene", "own"),
        "seat": me,
        "told": teller.word("scene", "listed", things=teller.language.listed(have)),
        "none": "" if any(faces for *_, faces in groups) else teller.word("scene", "empty"),
        "drawn": teller.word("scene", "drawn") if drawn else "",
        "groups": [
            [_card(kind, face, where, count, teller) for face, count in sorted(Counter(faces).items())]
            for kind, where, faces in groups
            if faces
        ],
    }


# ---- what a choice would cost and bring --------------------------------------------------------------------


def _paid(actions: Sequence[Action], teller: MangroviaTeller) -> Iterator[str]:
    """Yield what is paid, one by one."""
    for action in actions:
        if isinstance(action, PayLandscape):
            yield _landscape(action.face, teller)
        elif isinstance(action, Pay):
            yield teller.say_means(action)


def _landscape(face: int, teller: MangroviaTeller) -> str:
    if face == NO_LANDSCAPE:
        return teller.name("scene", "free_card")
    return teller.name("scene", "land", landscape=teller.landscape(face))


def effect(seen: Seen, actions: Sequence[Action], teller: MangroviaTeller) -> Effect:
    """Return what a choice would cost and bring, and what of the hand is paid for it."""
    say = partial(teller.name, "scene")
    match actions[0]:
        case Build() as build:
            return _built(seen, build, actions[1:], teller)
        case PayLandscape() | Pay():
            means = teller.language.joined([*_paid(actions, teller)])
            return Effect(label=teller.language.finished(say("pay", means=means)))
        case PutBowl() as put:
            piers = (put.space + 1, len(PIERS) - 1 - put.space)
            acts = [
                teller.name("picture", "pier", pier=pier, act=teller.name("piers", pier)) for pier in piers
            ]
            told = [teller.language.finished(f"{act}.") for act in acts]
            label = say("bowl", piers=teller.language.joined(piers))
            return Effect(" ".join(told), label=teller.language.finished(label))
        case MoveBirds(first, second):
            owners, spaces = seen[MangroviaState.owners], seen.rules.layout.spaces
            free = [space for space, owner in zip(spaces, owners, strict=True) if owner == FREE]
            count = sum(not {first, second}.isdisjoint(space.landscapes) for space in free)
            return Effect(teller.language.finished(say("marked", count=count)))
        case ReturnAmulet(value):
            drawn = list(seen[MangroviaState.amulets].zone(f"drawn {seen.player}"))
            drawn.remove(value)
            kept = teller.language.joined([say("worth", value=one) for one in drawn])
            return Effect(teller.language.finished(say("kept", amulets=kept)) if kept else "")
    return Effect()


def had(seen: Seen, teller: MangroviaTeller) -> list[str]:
    """Return for what each had points at the end."""
    shown = [event.action for event in seen.log if isinstance(event.action, AmuletsShown)]  # of each in turn
    scores = _counted(seen).scores([one.values for one in shown], seen[MangroviaState.points])
    paths = [sum(points) for points in zip(*[path.points for path in scores.paths], strict=True)]
    parts = zip(scores.chief, paths, scores.stone, scores.pole, scores.amulets, strict=True)
    names = ("track", "paths", "stone", "pole", "amulets")
    return [teller.word("scene", "had", **dict(zip(names, points, strict=True))) for points in parts]


def _built(seen: Seen, build: Build, paid: Sequence[Action], teller: MangroviaTeller) -> Effect:
    """Return what a hut costs, what it brings at once, and which prizes it would win."""
    number = seen.rules.layout.number[build.space]
    space, me = seen.rules.layout.spaces[number], cast("int", seen.player)
    price = build.huts * space.price
    if sum(value_of(action.means) for action in paid if isinstance(action, Pay)) != price:
        return Effect()  # it is still to be chosen what is paid
    lands = [action.face for action in paid if isinstance(action, PayLandscape)]
    fixed = [face for face in space.landscapes if face in seen[MangroviaState.birds]]
    lands += [*(lands or fixed)[-1:]] * (build.huts - len(lands))
    payments = [*(PayLandscape.of[face] for face in lands), *(one for one in paid if isinstance(one, Pay))]
    means = teller.language.joined([*_paid(payments, teller)])
    after, gains = _after(seen, number, build.huts, me)
    told = [teller.name("scene", "paid", means=means)]
    brought = teller.say_gains(gains)
    told.append(
        teller.name("scene", "brings", gains=brought) if brought else teller.name("scene", "brings none")
    )
    won = [*_standings(_counted(seen), after, number, me, teller)]
    if won:
        told.append(teller.name("scene", "won", places=teller.language.joined(won)))
    if space.area == "stone":
        told.append(teller.name("scene", "stone", count=after.stone_points()[me]))
    pays = [place for one in payments for place in seen.places(one)]
    label = teller.choice(build, seen.stack[-1], seen)
    return Effect(" ".join(map(teller.language.finished, told)), pays, label)


def _after(seen: Seen, number: int, huts: int, me: int) -> tuple[Counted, HutBrought]:
    """Return what would count with a hut on a space, and what it would bring at once."""
    board, space, before = seen.rules.layout, seen.rules.layout.spaces[number], _counted(seen)
    pole, tile, tiles = before.pole, NO_TILE, before.tiles
    next_tile = 0
    if space.area == "pole":
        next_tile = next(one for one in seen.rules.box.pole_tiles if one not in pole)
        pole = replaced(tuple(pole), board.pole.index(number), next_tile)
    elif space.area == "stone":
        tile = seen[MangroviaState.stone][board.stone.index(number)]
        if tile != NO_TILE:
            tiles = replaced(tuple(tiles), me, tuple(sorted([*tiles[me], tile])))
    after = before._replace(
        owners=replaced(tuple(before.owners), number, me),
        sizes=replaced(tuple(before.sizes), number, huts),
        pole=pole,
        tiles=tiles,
    )
    points, step = huts * space.points + next_tile, int(space.area == "amulet")
    return after, HutBrought(me, points, next_tile, tile, step)


def _standings(
    before: Counted, after: Counted, number: int, me: int, teller: MangroviaTeller
) -> Iterator[str]:
    """Yield on which paths and in which areas a hut would make its player first or second."""
    space = after.board.spaces[number]
    pairs = [
        (before.path_prizes(path), after.path_prizes(path), teller.name("paths", PATHS[path]))
        for path, _ in space.paths
    ]
    if space.area == "pole":
        pairs.append((before.pole_prizes(), after.pole_prizes(), teller.name("scene", "pole")))
    for old, new, where in pairs:
        for key, was, now, worth in zip(
            ("first", "second"), (old.first, old.second), (new.first, new.second), new.prizes, strict=True
        ):
            if now == me != was:
                yield teller.name("scene", key, where=where, count=worth)


SCENE = Scene(
    lay=lay,
    had=had,
    together=frozenset({"pay landscape", "pay"}),
    effect=effect,
)
