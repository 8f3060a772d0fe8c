"""The commands ``tobago games``, ``play`` and ``replay``: whole games at the terminal."""
