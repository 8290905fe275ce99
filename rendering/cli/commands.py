"""The commands of `domsight` as rows, and the program built of them."""

from collections.abc import Callable
from typing import NamedTuple

import typer

from rendering.cli import keep, looks, many, nodes, views
from rendering.cli.shared import page_command

READ, UNDERSTAND, KEEP = "Read a page", "Understand a capture", "Many captures, and safe ones"
"""Panels of the help."""


class Command(NamedTuple):
    """A command: `run` is what typer calls."""

    name: str
    panel: str
    run: Callable[..., None]


COMMANDS = (
    Command("actions", READ, page_command(views.actions)),
    Command("tree", READ, page_command(views.tree)),
    Command("facts", READ, page_command(views.facts)),
    Command("find", READ, page_command(nodes.find)),
    Command("get", READ, page_command(nodes.get, "one")),
    Command("frames", READ, page_command(nodes.frames)),
    Command("explain", UNDERSTAND, page_command(nodes.explain, "one")),
    Command("plan", UNDERSTAND, page_command(nodes.plan, "one")),
    Command("diff", UNDERSTAND, page_command(nodes.diff, "two")),
    Command("inspect", UNDERSTAND, page_command(looks.inspect)),
    Command("validate", UNDERSTAND, looks.validate),
    Command("redact", KEEP, keep.redact),
    Command("batch", KEEP, many.batch),
)


def program() -> typer.Typer:
    """The program, to be called with `args`."""
    app = typer.Typer(
        no_args_is_help=True,
        add_completion=False,
        pretty_exceptions_enable=False,
        context_settings={"help_option_names": ["-h", "--help"]},
    )
    app.callback()(_about)
    for command in COMMANDS:
        app.command(command.name, rich_help_panel=command.panel)(command.run)
    return app


def _about() -> None:
    """Reads captures of web pages (CDP DOMSnapshot): what can be done on them, what they say, and why.

    stdout is the product, stderr the talk. Exit status: 0 good, 1 some captures failed (they are named), 2 wrong usage.
    """
