"""The games for other people's libraries: a module for each library, an extra for each module."""
