"""The commands that print a page: `actions`, `tree`, `facts` (SPEC 6, 7, 11)."""

from pathlib import Path
from typing import Annotated

import typer

import ids
import rendering
from perception import Page
from rendering.axtree import FILTERS
from rendering.cli.shared import one_of
from rendering.cli.terminal import Output

Scheme = Annotated[str, typer.Option("--scheme", help="How the listed nodes are named.", **one_of(ids.SCHEMES))]
LETTERS = "letters"

TREE_FIELDS = (
    "text",
    "body",
    "part",
    "parts",
    "total_chars",
    "next_part",
    "continuation",
    "truncated",
    "has_more",
    "auto_degraded",
    "depth_truncated",
    "notice",
)
"""What --json tells of a tree."""


def actions(
    page: Page,
    scheme: Scheme = LETTERS,
    renderer: Annotated[
        str, typer.Option("--as", help="How the page is written.", **one_of(rendering.RENDERERS))
    ] = "actions",
    max_chars: Annotated[int | None, typer.Option("--max-chars", min=1, help="Print no more characters.")] = None,
    part: Annotated[int, typer.Option("--part", min=1, help="Which part of a text that --max-chars cuts.")] = 1,
) -> Output:
    """Print what can be done on a page: one line an action, and the text between them."""
    written = rendering.render(page, ids.assign(page, scheme), renderer, max_chars=max_chars, part=part)
    return Output(
        lambda: written.text.split("\n"),
        lambda: {"description": written.text, "part": written.part, "parts": written.parts},
    )


def tree(
    page: Page,
    filter: Annotated[
        str,
        typer.Option(
            "--filter", "-f", help="All rendered nodes, what the window shows, listed ones.", **one_of(FILTERS)
        ),
    ] = "all",
    max_depth: Annotated[int | None, typer.Option("--max-depth", min=1, help="Indent no deeper.")] = None,
    max_chars: Annotated[int | None, typer.Option("--max-chars", min=1, help="Print no more characters.")] = None,
    part: Annotated[int, typer.Option("--part", min=1, help="Which part of a text that --max-chars cuts.")] = 1,
    ref: Annotated[str | None, typer.Option("--ref", help="Only the subtree of this node.")] = None,
    continuation: Annotated[
        str | None, typer.Option("--continuation", help="Go on where this token of an earlier part says.")
    ] = None,
    refs: Annotated[
        Path | None, typer.Option("--refs", metavar="FILE", help="Keep refs here from call to call; made if missing.")
    ] = None,
) -> Output:
    """Print a page's accessibility tree, a ref on every node."""
    registry = _registry(refs)
    if ref is not None and refs is None:
        rendering.tree(page, registry)  # refs are given in the order of the page: these are the refs of an earlier call
    result = rendering.tree(
        page,
        registry,
        filter=filter,
        max_depth=max_depth,
        max_chars=max_chars,
        ref=ref,
        part=part,
        continuation=continuation,
    )
    if refs is not None:
        refs.write_text(registry.to_json(), encoding="utf-8")
    return Output(lambda: result.text.splitlines(), lambda: {name: getattr(result, name) for name in TREE_FIELDS})


def facts(page: Page, scheme: Scheme = LETTERS) -> Output:
    """Print what is known of every element, one JSON object a line."""
    return Output(None, lambda: rendering.facts(page, ids.assign(page, scheme)))


def _registry(path: Path | None) -> ids.RefRegistry:
    if path is None or not path.exists():
        return ids.RefRegistry()
    return ids.RefRegistry.from_json(path.read_text(encoding="utf-8"))
