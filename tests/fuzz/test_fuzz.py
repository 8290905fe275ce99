"""No capture makes anything raise but `PerceptionError` on loading (SPEC 1.5).

500 captures in the quick suite, always the same; 20,000 others with `-m slow`. An error's note names the step; its seed
is in the test's id or in what hypothesis prints: `random_capture(random.Random(seed))`.
"""

import json
import random

import pytest
from hypothesis import HealthCheck, given, settings

import perception
from perception import PerceptionError, load
from perception.redact import redact
from tests.fuzz.exercise import exercise
from tests.fuzz.strategies import captures, mutant, mutants, random_capture

QUICK, LONG = 500, 20_000
PER_TEST = 20
"""Examples a quick test, so that a failure names its neighbourhood and workers share the load."""

REDACTED = 5
"""Of so many captures one is redacted too."""

EXPANSIONS = (0, -1, 200)
PROFILES = tuple(perception.PROFILES)


def try_out(source: bytes | dict[str, object], seed: int) -> bool:
    """Load, and if that succeeds do everything. -> whether it was loaded"""
    try:
        snapshot = load(source)
    except PerceptionError as error:
        str(error).encode()
        return False
    exercise(snapshot, EXPANSIONS[seed % 3], PROFILES[seed // 3 % 3])
    if seed % REDACTED == 0:
        try:
            once = redact(source)
        except PerceptionError:
            assert isinstance(source, bytes)  # broken where loading does not look: what is written again is read whole
            return True
        assert redact(once) == once
    return True


@pytest.mark.parametrize("block", range(QUICK * 3 // 5 // PER_TEST))
def test_random_captures(block: int) -> None:
    for seed in range(block * PER_TEST, (block + 1) * PER_TEST):
        capture = random_capture(random.Random(seed))
        try:
            try_out(capture, seed)
        except Exception as error:
            error.add_note(f"random_capture(random.Random({seed}))")
            raise


@pytest.mark.parametrize("block", range(QUICK * 2 // 5 // PER_TEST))
def test_mutated_captures(block: int) -> None:
    for seed in range(block * PER_TEST, (block + 1) * PER_TEST):
        capture = mutant(random.Random(seed))
        try:
            try_out(capture, seed)
        except Exception as error:
            error.add_note(f"mutant(random.Random({seed}))")
            raise


def test_most_random_captures_load() -> None:
    """A generator whose captures were all refused would test nothing."""
    loaded = 0
    for seed in range(100):
        try:
            load(random_capture(random.Random(seed)))
        except PerceptionError:
            continue
        loaded += 1
    assert loaded >= 80


def test_some_mutants_load_and_some_do_not() -> None:
    results = set()
    for seed in range(40):
        try:
            load(mutant(random.Random(seed)))
            results.add(True)
        except PerceptionError:
            results.add(False)
    assert results == {True, False}


LONG_RUN = settings(
    max_examples=LONG * 3 // 5, deadline=None, suppress_health_check=list(HealthCheck), database=None, print_blob=True
)


@pytest.mark.slow
@LONG_RUN
@given(captures)
def test_random_captures_at_length(capture: dict[str, object]) -> None:
    try_out(capture, len(json.dumps(capture)))


@pytest.mark.slow
@settings(LONG_RUN, max_examples=LONG * 2 // 5)
@given(mutants)
def test_mutated_captures_at_length(capture: bytes) -> None:
    try_out(capture, len(capture))
