"""Seeds: an int, a text, a generator or nothing, through one helper."""

from __future__ import annotations

from random import Random

Seed = int | str | Random | None


def random_source(seed: Seed) -> Random:
    """Return the generator that `seed` stands for.

    A `Random` is used as it is, an int or a text starts a new one that is the same on every platform and
    Python, and None starts one from the system's entropy. Any other type is a `TypeError`.

    >>> random_source(7).random() == random_source(7).random()
    True
    """
    if isinstance(seed, Random):
        return seed
    if seed is None or (isinstance(seed, int | str) and not isinstance(seed, bool)):
        return Random(seed)
    raise TypeError(f"a seed is an int, a str, a Random or None, not {type(seed).__name__}")
