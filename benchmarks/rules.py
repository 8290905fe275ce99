"""The table of interactivity rules in the docs, with what each is worth: `docs/rules.md`.

In: the rows of `perception.tables.interactivity` and the figures of `rule_figures.toml`. Out: Markdown; a test holds
the file to it.

    python -m benchmarks.rules                                    writes docs/rules.md
    python -m benchmarks.rules --measure DIR --name NAME          measures the figures first (see `benchmarks.gate`)
"""

import argparse
import sys
import tomllib
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any, NamedTuple

from benchmarks import gate, gate_actions
from perception.tables.interactivity import RULES, Rule

FIGURES = Path(__file__).with_name("rule_figures.toml")
DOCS = Path(__file__).parent.parent / "docs" / "rules.md"

HEAD = """\
# What can be acted on

One row a rule (`perception/tables/interactivity.py`); the first that fires is a node's rule. Written by
`python -m benchmarks.rules`; a new rule is a new row there.

Precision and recall are measured on {pages} captures of other projects' pages with the truth of the same live pages
(digest {digest}). *Precision*: of the nodes listed in the window by this rule, the share that the truth calls
actionable or operable; signs that the truth does not count (a hand cursor, a scroller) count against it here.
*Recall*: of the elements to be found on which it fires, the share that is listed. In brackets: of how many.

| rule | looks at | asks further | action | evidence | because | source | precision | recall |
| --- | --- | --- | --- | --- | --- | --- | --- | --- |
"""

NOTES = """
## Rules of low precision

"""


class Figure(NamedTuple):
    """A share and of how many it is one."""

    share: float
    of: int

    def __str__(self) -> str:
        return f"{self.share:.3f} ({self.of})" if self.of else "none"


class Figures(NamedTuple):
    """What was measured on one set of captures."""

    name: str
    digest: str
    pages: int
    precision: Mapping[str, Figure]
    recall: Mapping[str, Figure]


NOTHING = Figure(0.0, 0)


def read_figures() -> Figures:
    """The figures of rule_figures.toml."""
    table: dict[str, Any] = tomllib.loads(FIGURES.read_text(encoding="utf-8"))
    shares = {
        kind: {rule: Figure(*row[kind]) for rule, row in table["rules"].items()} for kind in ("precision", "recall")
    }
    return Figures(table["name"], table["digest"], table["pages"], shares["precision"], shares["recall"])


def measured(folder: Path, name: str) -> Figures:
    """The figures of all captures of a folder that have a truth."""
    paths = gate.pairs(folder, None)
    tallies = gate.summed(gate.measure(paths, [part for part in gate.PARTS if part.name == "actions"], 0))
    shares = {
        key: Figure(round(tally.agreement, 3), tally.all)
        for key, tally in tallies.items()
        if key.startswith(gate_actions.RULE)
    }
    precision = {rule.id: shares.get(f"{gate_actions.RULE}{rule.id}", NOTHING) for rule in RULES}
    recall = {rule.id: shares.get(f"{gate_actions.RULE}{rule.id}{gate_actions.FOUND}", NOTHING) for rule in RULES}
    return Figures(name, gate.digest_of(paths), len(paths), precision, recall)


def write_figures(figures: Figures) -> None:
    lines = ["# Written by `python -m benchmarks.rules --measure DIR`: rule -> [share, of how many].", ""]
    lines += [f'name = "{figures.name}"', f'digest = "{figures.digest}"', f"pages = {figures.pages}"]
    for rule in RULES:
        precision, recall = figures.precision[rule.id], figures.recall[rule.id]
        lines += ["", f'[rules."{rule.id}"]']
        lines += [f"precision = [{precision.share}, {precision.of}]", f"recall = [{recall.share}, {recall.of}]"]
    FIGURES.write_text("\n".join(lines) + "\n", encoding="utf-8")


def table(figures: Figures) -> str:
    """The page as Markdown."""
    rows = [_row(rule, figures) for rule in RULES]
    notes = [f"- `{rule.id}`: {rule.note}" for rule in RULES if rule.note]
    head = HEAD.format(pages=figures.pages, digest=figures.digest)
    return head + "\n".join(rows) + "\n" + NOTES + "\n".join(notes) + "\n"


def _row(rule: Rule, figures: Figures) -> str:
    looks_at = f"{rule.key}: {', '.join(f'`{value}`' for value in rule.value.split())}"
    test = f"`{rule.test}`" if rule.test else ""
    worth = (str(figures.precision.get(rule.id, NOTHING)), str(figures.recall.get(rule.id, NOTHING)))
    cells = (f"`{rule.id}`", looks_at, test, rule.action, rule.evidence, rule.means, rule.source, *worth)
    return f"| {' | '.join(cells)} |"


def main(argv: Sequence[str] | None = None) -> int:
    parser = argparse.ArgumentParser(prog="python -m benchmarks.rules", description=__doc__)
    parser.add_argument("--measure", type=Path, metavar="DIR", help="captures with truths to measure on first")
    parser.add_argument("--name", default="public", help="what these captures are called")
    arguments = parser.parse_args(argv)
    if arguments.measure is not None:
        write_figures(measured(arguments.measure, arguments.name))
    DOCS.parent.mkdir(exist_ok=True)
    DOCS.write_text(table(read_figures()), encoding="utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main())
