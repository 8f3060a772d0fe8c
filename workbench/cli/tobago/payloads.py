"""The JSON that programs get, as promised in the public formats."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from solvers.tobago import Forecast, HexExplanation, Hint, Review
    from toolkit.games.tobago import Position, TreasureMap, Verdict


def solution(position: Position) -> dict[str, Any]:
    """Return the candidates of every map, ``tobago-solution/1``."""
    return {"format": "tobago-solution/1", "maps": {c: _map(m) for c, m in position.maps.items()}}


def _map(treasure_map: TreasureMap) -> dict[str, Any]:
    steps = zip(treasure_map.clues, treasure_map.steps, strict=True)
    return {
        "candidates": list(treasure_map.candidates),
        "count": len(treasure_map.candidates),
        "located": treasure_map.located,
        "steps": [{"clue": str(clue), "count": len(left)} for clue, left in steps],
    }


def verdict(colour: str, found: Verdict) -> dict[str, Any]:
    """Return whether a clue may be laid and why, ``tobago-verdict/1``."""
    return {
        "format": "tobago-verdict/1",
        "map": colour,
        "clue": str(found.clue),
        "legal": found.legal,
        "reason": str(found.reason),
        "before": len(found.before),
        "after": len(found.after),
        "removed": list(found.removed),
        "conflicts": [str(clue) for clue in found.conflicts],
    }


def legal(verdicts: dict[str, list[Verdict]]) -> dict[str, Any]:
    """Return the verdicts of many clues on every map, ``tobago-legal/1``."""
    maps = {c: {str(v.clue): verdict(c, v) for v in found} for c, found in verdicts.items()}
    return {"format": "tobago-legal/1", "maps": maps}


def hints(found: list[Hint]) -> dict[str, Any]:
    """Return the ranked plays, ``tobago-hint/1``."""
    return {"format": "tobago-hint/1", "plays": [_play(hint) for hint in found]}


def _play(hint: Hint) -> dict[str, Any]:
    return {
        "map": hint.colour,
        "clue": str(hint.clue),
        "before": len(hint.verdict.before),
        "after": len(hint.verdict.after),
        "bits": round(hint.bits, 2),
        "locates": hint.locates,
        "steps": hint.steps,
        "share": str(hint.share),
        "own_share": str(hint.own_share),
        "why": hint.why,
    }


def review(found: Review) -> dict[str, Any]:
    """Return what each clue and each player took away, ``tobago-review/1``."""
    clues = [
        {
            "map": c.colour,
            "clue": str(c.clue),
            "owner": c.owner,
            "before": c.before,
            "after": c.after,
            "bits": round(c.bits, 2),
        }
        for c in found.contributions
    ]
    players = {player: round(bits, 2) for player, bits in found.players.items()}
    return {"format": "tobago-review/1", "clues": clues, "players": players}


def explanation(found: HexExplanation) -> dict[str, Any]:
    """Return which clues rule a hex out, ``tobago-why/1``."""
    return {
        "format": "tobago-why/1",
        "map": found.colour,
        "hex": found.name,
        "candidate": found.candidate,
        "ruled_out_by": [str(clue) for clue in found.ruled_out_by],
        "removed": found.removed,
    }


def forecast(colour: str, found: Forecast) -> dict[str, Any]:
    """Return where a treasure will end and after how many clues, ``tobago-forecast/1``."""
    return {
        "format": "tobago-forecast/1",
        "map": colour,
        "located": found.located_chance,
        "stuck": found.stuck_chance,
        "mean_clues": found.mean_clues,
        "clues": {str(number): chance for number, chance in found.clues.items()},
        "ends": dict(found.ends),
    }


def island(position: Position) -> dict[str, Any]:
    """Return the hexes with what stands on them and which treasures they may hold, ``tobago-island/1``."""
    setting = position.setting
    hexes = [
        {
            "hex": name,
            "terrain": setting.island.terrain(name),
            "landmark": setting.landmark(name),
            "candidate_of": [
                colour for colour, m in position.maps.items() if m.plays and name in m.candidates
            ],
        }
        for name in setting.island.names
    ]
    return {"format": "tobago-island/1", "island": setting.island.title, "hexes": hexes}
