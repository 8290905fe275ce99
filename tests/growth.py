"""Time of a piece of work for growth tests: a ratio between two sizes, never a number of seconds, is asserted."""

import time
from collections.abc import Callable

from perception.capture import paused_collector

RATIO = 6.0
"""Four times the size may take at most so many times as long: linear work and the noise of a shared machine."""


def seconds(work: Callable[[], Callable[[], object]], repeat: int = 5) -> float:
    """The shortest of some runs, process time; `work` prepares a run, what it returns is timed."""
    best = float("inf")
    for _ in range(repeat):
        run = work()
        with paused_collector():
            start = time.process_time()
            run()
            best = min(best, time.process_time() - start)
    return best


SHORTEST = 1e-3
"""Seconds below which the clock of a shared machine says nothing; quadratic work on a larger page takes far longer."""


def growth(
    small: Callable[[], Callable[[], object]], large: Callable[[], Callable[[], object]], tries: int = 4
) -> float:
    """How much longer the large work takes, the least of some tries: noise only adds; quadratic work is never linear.

    Times below `SHORTEST` count as that: what takes no time on the small page says nothing.
    """
    best = float("inf")
    for _ in range(tries):
        best = min(best, seconds(large, 3) / max(seconds(small, 3), SHORTEST))
        if best < RATIO:
            break
    return best
