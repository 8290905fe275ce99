"""`domsight`: the command line (SPEC 11).

stdout is the product, stderr the talk; `-` is stdin; `--json` everywhere; exit status 0 good, 1 some inputs failed
(they are named), 2 wrong usage. A command is a function from a page to an `Output` and a row of `commands.COMMANDS`;
what all commands share (captures, profile, errors) is in `shared.py`. Only this package knows typer and rich.
"""

import sys

from rendering.cli.commands import program
from rendering.cli.terminal import plain_streams


def main() -> None:
    """The console script."""
    plain_streams()
    program()(prog_name="domsight", args=sys.argv[1:])
