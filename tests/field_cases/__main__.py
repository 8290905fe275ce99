"""`python -m tests.field_cases DIR [--family NAME] [--failed]`: one line an entry, totals by family."""

import argparse
import sys
from collections import Counter
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import NamedTuple

from tests.field_cases.case import Case, Entry, NotBuilt
from tests.field_cases.checks import CHECKS, unread

HELD, FAILED, JUDGEMENT, NOT_BUILT = "held", "failed", "judgement failed", "not built"


class Result(NamedTuple):
    """What became of one entry."""

    case: str
    family: str
    verdict: str
    entry: Entry
    problems: tuple[str, ...]

    def __str__(self) -> str:
        asked = self.entry.get("selector") or self.entry.get("query") or self.entry.get("view", "")
        keys = " ".join(key for key in self.entry if key in CHECKS)
        problems = f": {'; '.join(self.problems)}" if self.problems else ""
        return f"{self.verdict:17}{self.family:15}{self.case:30} {asked} {keys}{problems}"


def check(case: Case, entry: Entry) -> Result:
    """One entry of a case."""
    problems = [f"unknown key: {key}" for key in unread(entry)]
    missing = ""
    for key in [key for key in entry if key in CHECKS]:
        try:
            problems += CHECKS[key](case, entry)
        except NotBuilt as reason:
            missing = str(reason)
        except Exception as error:  # an engine that raises is what a case may show; the run goes on
            problems.append(f"{key} raised {error!r}"[:300])
    if problems:
        is_settled = not entry.get("judgement") or bool(unread(entry))
        return Result(case.name, case.family, FAILED if is_settled else JUDGEMENT, entry, tuple(problems))
    if missing:
        return Result(case.name, case.family, NOT_BUILT, entry, (missing,))
    return Result(case.name, case.family, HELD, entry, ())


def run(directory: Path, families: Iterable[str] = ()) -> Iterator[Result]:
    """All entries of all cases below a directory, in the order of the folders' names."""
    wanted = frozenset(families)
    for file in sorted(directory.glob("*/expect.json")):
        case = Case(file.parent)
        if not wanted or case.family in wanted:
            for entry in case.entries:
                yield check(case, entry)


def totals(results: Iterable[Result]) -> Iterator[str]:
    """A line a family, then the sum."""
    by_family: dict[str, Counter[str]] = {}
    for result in results:
        by_family.setdefault(result.family, Counter())[result.verdict] += 1
    everything: Counter[str] = Counter()
    for family, counts in sorted(by_family.items()):
        everything += counts
        yield f"{family:20}{_counts(counts)}"
    yield f"{'all':20}{_counts(everything)}"


def _counts(counts: Counter[str]) -> str:
    return ", ".join(
        f"{counts[verdict]} {verdict}" for verdict in (HELD, FAILED, JUDGEMENT, NOT_BUILT) if counts[verdict]
    )


def main(arguments: list[str] | None = None) -> int:
    parser = argparse.ArgumentParser(prog="python -m tests.field_cases", description=__doc__)
    parser.add_argument("directory", type=Path, help="folder with one folder a case")
    parser.add_argument("--family", action="append", default=[], help="only cases of this family (may be repeated)")
    parser.add_argument("--failed", action="store_true", help="leave out the entries that hold")
    options = parser.parse_args(arguments)
    if not any(options.directory.glob("*/expect.json")):
        parser.error(f"{options.directory}: no */expect.json below it")
    results = []
    for result in run(options.directory, options.family):
        results.append(result)
        if not options.failed or result.verdict != HELD:
            print(result)
    print("\n".join(totals(results)))
    return int(any(result.verdict == FAILED for result in results))


if __name__ == "__main__":
    sys.exit(main())
