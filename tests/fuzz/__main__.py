"""A long fuzz that goes on behind what it finds: the same examples for the same numbers.

usage: python -m tests.fuzz [--first SEED] [--count N]

Three fifths of the examples are random captures, the others real ones with faults. Prints how many were loaded and
refused, and each kind of error once, with its count and the first example that gave it.
"""

import argparse
import random
import traceback
from collections import Counter

from tests.fuzz.strategies import mutant, random_capture
from tests.fuzz.test_fuzz import LONG, QUICK, try_out


def example(seed: int) -> tuple[str, bytes | dict[str, object]]:
    """An example, and how it is made again."""
    make = mutant if seed % 5 > 2 else random_capture
    return f"{make.__name__}(random.Random({seed}))", make(random.Random(seed))


def place(error: BaseException) -> str:
    """An error's kind and the line that raised it: equal for equal faults."""
    last = traceback.extract_tb(error.__traceback__)[-1]
    return f"{type(error).__name__} at {last.filename.rsplit('/', 2)[-1]}:{last.lineno}: {last.line}"


def main() -> None:
    parser = argparse.ArgumentParser(usage=__doc__)
    parser.add_argument("--first", type=int, default=QUICK)
    parser.add_argument("--count", type=int, default=LONG)
    given = parser.parse_args()
    loaded: Counter[bool] = Counter()
    kinds: Counter[str] = Counter()
    for seed in range(given.first, given.first + given.count):
        name, source = example(seed)
        try:
            loaded[try_out(source, seed)] += 1
        except Exception as error:
            kind = place(error)
            kinds[kind] += 1
            if kinds[kind] == 1:
                print(kind, error, *getattr(error, "__notes__", ()), f"seed {seed}: {name}", sep="\n  ", flush=True)
    print(f"{given.count} examples: {loaded[True]} loaded, {loaded[False]} refused, {kinds.total()} errors")
    for kind, count in kinds.most_common():
        print(f"{count} x {kind}")


if __name__ == "__main__":
    main()
