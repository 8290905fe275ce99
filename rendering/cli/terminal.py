"""Where a command writes: the product to stdout, the talk to stderr (SPEC 11).

In: lines, values for JSON, messages. Out: UTF-8 with line feeds on every machine; colour, and indented JSON, only where
a person looks on. Knows no captures.
"""

import io
import json
import sys
import traceback
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from rich.console import Console
from rich.highlighter import RegexHighlighter
from rich.text import Text
from rich.theme import Theme

import perception

STYLES = {
    "domsight.id": "bold cyan",
    "domsight.ref": "cyan",
    "domsight.text": "dim",
    "domsight.tag": "green",
    "domsight.name": "yellow",
    "domsight.error": "bold red",
}


class _Marks(RegexHighlighter):
    """What stands out in our texts: ids, refs, tags, names."""

    base_style = "domsight."
    highlights = [  # noqa: RUF012 - rich reads a plain class attribute
        r"^\s*(?P<id>[A-Z]\d+)(?=\[:\])",
        r"^\s*(?P<text>_\[:\])",
        r"(?<=\[:\])(?P<tag><[\w-]+)",
        r"(?P<ref>\[ref_\d+\])",
        r'^\s*[\w-]+ (?P<name>"(?:[^"\\]|\\.)*")',
    ]


@dataclass(frozen=True)
class Output:
    """What a command yields for one page: `lines` to read, `data` for --json: an object, or an iterator of them.

    Only the one asked for is computed. None for `lines` where JSON is what there is to read.
    """

    lines: Callable[[], Iterable[str]] | None
    data: Callable[[], Any]


def plain_streams() -> None:
    """UTF-8 and line feeds on stdout and stderr, whatever the locale says."""
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(encoding="utf-8", errors="backslashreplace", newline="\n")


def write_line(line: str) -> None:
    """One line of the product."""
    if sys.stdout.isatty():
        text = _Marks()(Text(line))
        Console(theme=Theme(STYLES), highlight=False).print(text, soft_wrap=True)
    else:
        sys.stdout.write(line + "\n")


def write_json(value: Any) -> None:
    """A value on one line; indented on a terminal."""
    indent = 2 if sys.stdout.isatty() else None
    sys.stdout.write(json.dumps(value, ensure_ascii=False, allow_nan=False, indent=indent) + "\n")


def say(message: str, *, subject: str = "", style: str = "") -> None:
    """One message on stderr; `subject` is what it is about."""
    console = Console(stderr=True, theme=Theme(STYLES), highlight=False)
    head = Text(f"{subject}: ", style=style) if subject else Text("")
    console.print(head.append(Text(message)), soft_wrap=True)


def complain(message: str, *, subject: str = "") -> None:
    say(message, subject=subject, style="domsight.error")


def error_text(error: BaseException, name: str) -> str:
    """An error as one message, without the input's name, which stands before it."""
    if isinstance(error, perception.CaptureError):
        return ": ".join(part for part in (error.where, error.reason) if part)
    if isinstance(error, perception.PerceptionError):
        return str(error)
    if isinstance(error, OSError):
        file = f"{error.filename}: " if error.filename not in (None, name) else ""
        return file + (error.strerror or str(error))
    if isinstance(error, MemoryError):
        return "not enough memory"
    place = traceback.extract_tb(error.__traceback__)[-1]
    at = f"{Path(place.filename).name}:{place.lineno}"
    return f"internal error ({type(error).__name__}: {error} at {at}); please report it with this capture"
