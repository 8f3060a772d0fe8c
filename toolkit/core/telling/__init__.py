"""Games in words: languages, and tellers that say in one of them what happens to a seat."""
