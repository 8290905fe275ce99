"""The loader under atheris: any bytes are loaded, and read if they can be, or refused with a `PerceptionError`.

usage: python -m tests.fuzz.atheris_loader [DIRECTORY] [libFuzzer options, such as -max_total_time=60]

What a run finds worth keeping goes to the directory. atheris is no dependency of ours: install it beside, for a
Python that it supports. `one_input` needs no atheris; it is tested by itself.
"""

import gzip
import random
import sys
from pathlib import Path

from perception import Limits, PerceptionError, load, perceive
from tests.fuzz.strategies import random_capture, wire_bytes

LIMITS = Limits(nodes=20_000, documents=50, strings=100_000, unpacked_bytes=8 << 20)
"""Small, so that an input costs milliseconds and a bomb is refused."""

SEEDS = 40


def one_input(data: bytes) -> bool:
    """Load the bytes and ask the first questions. -> whether they were loaded"""
    try:
        snapshot = load(data, limits=LIMITS)
    except PerceptionError as error:
        str(error).encode()
        return False
    page = perceive(snapshot)
    page.listing.listed, page.flat_tree.order  # noqa: B018 - computed when asked for
    return True


def write_seeds(directory: Path) -> None:
    """Captures to begin with, plain and packed."""
    directory.mkdir(parents=True, exist_ok=True)
    for seed in range(SEEDS):
        data = wire_bytes(random_capture(random.Random(seed)))
        (directory / f"seed-{seed}").write_bytes(gzip.compress(data, mtime=0) if seed % 4 == 0 else data)


def main() -> None:
    import atheris

    directories = [argument for argument in sys.argv[1:] if not argument.startswith("-")]
    if directories:
        write_seeds(Path(directories[0]))
    atheris.instrument_all()
    atheris.Setup(sys.argv, one_input)
    atheris.Fuzz()


if __name__ == "__main__":
    main()
