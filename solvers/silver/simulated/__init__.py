"""What is simulated: calls after replies, how rounds and games end, what a Revealer and a threshold bring."""

from solvers.silver.door import question
from solvers.silver.simulated.calls import calls_in_play
from solvers.silver.simulated.deals import sampled_lowest as _sampled_lowest
from solvers.silver.simulated.matches import match_chances
from solvers.silver.simulated.replies import call_after_replies as _call_after_replies
from solvers.silver.simulated.revealer import revealings as _revealings
from solvers.silver.simulated.rounds import endings as _endings
from solvers.silver.simulated.thresholds import call_thresholds

call_after_replies = question(__name__, _call_after_replies)
endings = question(__name__, _endings)
revealings = question(__name__, _revealings)
sampled_lowest = question(__name__, _sampled_lowest)

__all__ = [
    "call_after_replies",
    "call_thresholds",
    "calls_in_play",
    "endings",
    "match_chances",
    "revealings",
    "sampled_lowest",
]
