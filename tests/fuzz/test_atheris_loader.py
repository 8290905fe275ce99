"""The body of the atheris target, without atheris: bytes are loaded or refused, never anything else (SPEC 1.5)."""

import gzip
import random
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.fuzz.atheris_loader import LIMITS, SEEDS, one_input, write_seeds
from tests.fuzz.strategies import mutant, random_capture, wire_bytes


def test_the_seeds_are_loaded(tmp_path: Path) -> None:
    write_seeds(tmp_path / "corpus")
    files = sorted((tmp_path / "corpus").iterdir())
    assert len(files) == SEEDS
    assert sum(one_input(file.read_bytes()) for file in files) >= SEEDS * 3 // 4
    assert any(file.read_bytes()[:2] == b"\x1f\x8b" for file in files)


@pytest.mark.parametrize(
    "data",
    [
        b"",
        b"\x00",
        b"{",
        b"[]",
        b"null",
        b"\xff\xfe{\x00}\x00",
        b"\x1f\x8b",
        b"\x28\xb5\x2f\xfd",
        b"[" * 100_000,
        b'{"snapshot":' * 100_000,
        b"<html>",
        b"<" * 10_000,
        gzip.compress(gzip.compress(b"{}")),
        gzip.compress(b" " * (LIMITS.unpacked_bytes + 1)),
        gzip.compress(bytes(64 << 20)),
    ],
    ids=lambda data: repr(data[:12]),
)
def test_bytes_that_are_no_capture(data: bytes) -> None:
    one_input(data)


@given(st.binary(max_size=300), st.sampled_from([b"", b"\x1f\x8b\x08", b"\x28\xb5\x2f\xfd", b'{"documents":', b"<p>"]))
def test_any_bytes(data: bytes, head: bytes) -> None:
    one_input(head + data)


@settings(max_examples=40)
@given(st.randoms(use_true_random=True), st.binary(max_size=4))
def test_captures_with_wrong_bytes(rng: random.Random, data: bytes) -> None:
    one_input(mutant(rng))
    plain = bytearray(wire_bytes(random_capture(rng)))
    begin = rng.randrange(len(plain))
    plain[begin : begin + rng.randint(0, 4)] = data
    one_input(bytes(plain))
