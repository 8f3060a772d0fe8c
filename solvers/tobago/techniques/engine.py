"""`Engine`: the rules run to their end, suppositions, and the search for all answers."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from solvers.tobago.mystery import Answer, Mystery
from solvers.tobago.techniques.compiling import SUPPOSE, TECHNIQUES, Compiler
from solvers.tobago.techniques.rules import FIRST_TREASURE, POSSIBLE, SETTLED, Constraint, Literal, State
from toolkit.games.tobago.clues import LANDMARKS
from toolkit.hexmap.island import bits

ALL_TECHNIQUES = range(len(TECHNIQUES))


class Engine:
    """The rules of deduction on one mystery; `start` returns the state before any deduction.

    Masks over the constraints say which of them take part: constraint i is bit i, the easiest come first, and
    so a pending mask is a queue that always runs the easiest rule. `of_fact` holds the mask of each fact.

    Examples
    --------
    >>> from solvers.tobago.mystery import Mystery
    >>> from toolkit.games.tobago import Setting
    >>> from solvers.tobago.facts import parse_fact
    >>> from toolkit.hexmap import parse_drawing
    >>> facts = tuple(map(parse_fact, ["brown: in jungle", "brown: next to lake"]))
    >>> engine = Engine(Mystery(Setting(parse_drawing("J J L S")), ("brown",), facts))
    >>> [dict(answer.treasures) for answer in engine.answers()]
    [{'brown': 'b1'}]
    """

    def __init__(self, mystery: Mystery) -> None:
        compiler = Compiler(mystery)
        self.mystery = mystery
        self.frame = compiler.frame
        self.tables = compiler.tables
        self.constraints = compiler.constraints
        self.all = (1 << len(self.constraints)) - 1
        self.open_kinds = tuple(k for k, name in enumerate(LANDMARKS) if mystery.missing.get(name))
        self.treasure_slots = tuple(range(FIRST_TREASURE, FIRST_TREASURE + len(mystery.treasures)))
        self.start = compiler.start
        self._rules = [
            (c.rule, c, ~(1 << i) if c.rule in SETTLED else self.all) for i, c in enumerate(self.constraints)
        ]
        self._wakes: dict[int, int] = {}
        self.of_fact = [
            sum(1 << i for i, c in enumerate(self.constraints) if c.fact == number)
            for number in range(len(mystery.facts))
        ]

    def taking(self, techniques: Iterable[int] = ALL_TECHNIQUES, facts: Iterable[int] | None = None) -> int:
        """Return the mask of the constraints of some techniques and facts; T-5 always takes part.

        `techniques` and `facts` are numbers; all facts by default.
        """
        wanted, said = set(techniques), range(-1, len(self.mystery.facts)) if facts is None else {-1, *facts}
        taken = (c.technique in wanted and c.fact in said for c in self.constraints)
        return sum(1 << i for i, takes_part in enumerate(taken) if takes_part)

    def wakes(self, slots: int) -> int:
        """Return the constraints that read one of the changed slots."""
        found = self._wakes.get(slots)
        if found is None:
            found = sum(1 << i for i, c in enumerate(self.constraints) if c.reads & slots)
            self._wakes[slots] = found
        return found

    def propagate(self, state: State, pending: int, taking: int) -> bool:
        """Narrow a state until no rule fires, the easiest first; False when nothing fits."""
        return self.conflict(state, pending, taking) is None

    def conflict(
        self, state: State, pending: int, taking: int, fired: list[Constraint] | None = None
    ) -> Constraint | None:
        """Narrow a state until no rule fires, and return the constraint that nothing fits, if there is one.

        Every constraint whose rule fires is appended to `fired`.
        """
        rules, tables, wakes = self._rules, self.tables, self._wakes
        pending &= taking
        while pending:
            lowest = pending & -pending
            pending ^= lowest
            rule, constraint, others = rules[lowest.bit_length() - 1]
            changed = rule(tables, state, constraint)
            if changed:
                if fired is not None:
                    fired.append(constraint)
                if changed < 0:
                    return constraint
                woken = wakes.get(changed)
                pending |= (self.wakes(changed) if woken is None else woken) & taking & others
        return None

    def solved(self, state: State) -> bool:
        """Tell whether everything is found (what is left over of the possible hexes may still stand)."""
        counts = self.tables.counts
        return all(state[k].bit_count() == counts[k] for k in self.open_kinds) and all(
            state[slot] and not state[slot] & (state[slot] - 1) for slot in self.treasure_slots
        )

    def suppose(self, state: State, literal: Literal) -> tuple[State, int]:
        """Return the state in which a literal is true, and the constraints that this wakes."""
        slot, bit = literal
        tried = state[:]
        tried[slot] = bit if slot >= FIRST_TREASURE else tried[slot] | bit
        return tried, self.wakes(1 << slot)

    def strike(self, state: State, literal: Literal) -> int:
        """Make a literal false in a state, and return the constraints that this wakes."""
        slot, bit = literal
        if slot < FIRST_TREASURE:
            slot += POSSIBLE
        state[slot] &= ~bit
        return self.wakes(1 << slot)

    def literals(self, state: State) -> Iterator[Literal]:
        """Yield what is still open, subjects with the fewest places first, hexes in the frame's order."""
        for slot, places in sorted(self.open_places(state), key=lambda item: (item[1].bit_count(), item[0])):
            yield from ((slot, 1 << place) for place in bits(places))

    def open_places(self, state: State) -> list[tuple[int, int]]:
        """Return the slots of what is not found yet, with the hexes that are open for it."""
        kinds = [(k, state[k + POSSIBLE] & ~state[k]) for k in self.open_kinds]
        treasures = [(s, state[s]) for s in self.treasure_slots if state[s] & (state[s] - 1)]
        return [(slot, places) for slot, places in kinds + treasures if places]

    def close(self, state: State, pending: int, taking: int, depth: int = 0) -> bool:
        """Narrow a state by the rules and by suppositions nested to a depth; False when nothing fits."""
        if not self.propagate(state, pending, taking):
            return False
        while depth and not self.solved(state):
            struck = False
            for slot, bit in list(self.literals(state)):
                still_open = state[slot] if slot >= FIRST_TREASURE else state[slot + POSSIBLE] & ~state[slot]
                if bit & still_open and self.refutes(state, (slot, bit), taking, depth - 1):
                    struck = True
                    if not self.propagate(state, self.strike(state, (slot, bit)), taking):
                        return False
            if not struck:
                break
        return True

    def refutes(self, state: State, literal: Literal, taking: int, depth: int = 0) -> bool:
        """Tell whether a supposition, with further ones nested to a depth inside it, leads to nothing."""
        tried, woken = self.suppose(state, literal)
        return not self.close(tried, woken, taking, depth)

    def solves(self, hardest: int, taking: int | None = None) -> bool:
        """Tell whether the techniques up to the hardest one find everything.

        `taking` restricts the constraints further, as a mask (`taking`).
        """
        mask = self.all if taking is None else taking
        depth = max(0, hardest - SUPPOSE + 1)
        if hardest < SUPPOSE:
            mask &= self.taking(range(hardest + 1))
        state = self.start()
        return self.close(state, mask, mask, depth) and self.solved(state)

    def answers(self, limit: int = 2, *, taking: int | None = None) -> list[Answer]:
        """Return up to `limit` answers, by the rules and by search; each is exact, and none is left out."""
        search = Search(self, self.all if taking is None else taking, limit)
        return [self._answer(full) for full in search.run()]

    def _answer(self, state: State) -> Answer:
        names = self.frame.names_of
        treasures = {
            colour: names(state[slot])[0]
            for colour, slot in zip(self.mystery.treasures, self.treasure_slots, strict=True)
        }
        return Answer(treasures, {kind: names(state[k]) for k, kind in enumerate(LANDMARKS)})


class Search:
    """Depth-first search that branches where few places are left and much has failed.

    The choice is that of "dom/wdeg" (Boussemart, Hemery, Lecoutre and Sais, ECAI 2004): the places that are
    left for each thing to be found, divided by the number of failures so far of constraints that read the
    subject.
    """

    def __init__(self, engine: Engine, taking: int, limit: int) -> None:
        self.engine = engine
        self.taking = taking
        self.limit = limit
        self.failures = [1] * len(engine.start())
        self.found: list[State] = []

    def run(self) -> list[State]:
        """Return up to `limit` states in which everything is decided."""
        state = self.engine.start()
        if self._holds(state, self.engine.all):
            self._branch(state)
        return self.found

    def _holds(self, state: State, pending: int) -> bool:
        broken = self.engine.conflict(state, pending, self.taking)
        if broken is None:
            return True
        for slot in range(len(state)):
            self.failures[slot] += broken.reads >> slot & 1
        return False

    def _branch(self, state: State) -> None:
        engine = self.engine
        while (literal := self._choose(state)) is not None:
            tried, woken = engine.suppose(state, literal)
            if self._holds(tried, woken):
                self._branch(tried)
                if len(self.found) >= self.limit:
                    return
            if not self._holds(state, engine.strike(state, literal)):
                return
        self.found.append(state)

    def _choose(self, state: State) -> Literal | None:
        """Return what to try next, or None when everything is decided."""
        counts, best, chosen = self.engine.tables.counts, 0.0, None
        for slot, places in self.engine.open_places(state):
            wanted = 1 if slot >= FIRST_TREASURE else counts[slot] - state[slot].bit_count()
            weight = places.bit_count() / (wanted * self.failures[slot])
            if chosen is None or weight < best:
                best, chosen = weight, (slot, places & -places)
        return chosen
