"""`TooLarge`: what takes too long to answer exactly."""

from __future__ import annotations

from toolkit.core.errors import ToolkitError


class TooLarge(ToolkitError):  # noqa: N818  # it is about the question
    """A question that makes sense, but takes too long, or too much memory, to answer exactly."""
