"""The commands that tell about captures: `inspect`, `validate` (SPEC 1, 11)."""

from collections import Counter
from collections.abc import Iterator
from typing import Any

import ids
import perception
from perception import Page, Snapshot
from rendering.cli.shared import (
    AsJson,
    CaptureArguments,
    MaxBytes,
    MaxNodes,
    StylesOption,
    ViewportOption,
    each,
    reading,
)
from rendering.cli.terminal import Output, error_text, write_json, write_line


def inspect(page: Page) -> Output:
    """Print what a capture holds: documents, sizes, what was captured, what was odd, what can be done."""
    return Output(lambda: _inspection_lines(_inspection(page)), lambda: _inspection(page))


def _inspection(page: Page) -> dict[str, Any]:
    s = page.snapshot
    listed = Counter(node.role for node in ids.assign(page).values())
    return {
        "url": s.url,
        "title": s.title,
        "viewport": s.viewport._asdict(),
        "digest": s.digest,
        "documents": [_document(s, d) for d in range(len(s.documents))],
        "nodes": len(s),
        "elements": sum(page.is_element(i) for i in range(len(s))),
        "boxes": len(s.box_node),
        "text_boxes": len(s.text_box_row),
        "distinct_styles": len(s.style_rows),
        "missing_styles": [name for name in perception.COMPUTED_STYLES if name not in s.styles_captured],
        "shadow_nodes": len(s.shadow_root_type),
        "secret_fields": len(s.secret_fields),
        "listed": dict(sorted(listed.items(), key=lambda item: (-item[1], item[0]))),
        "diagnostics": [{"code": d.code, "where": d.where, "text": d.text, "count": d.count} for d in s.diagnostics],
    }


def _document(s: Snapshot, index: int) -> dict[str, Any]:
    d = s.documents[index]
    return {
        "url": d.url,
        "title": d.title,
        "frame": d.frame_id,
        "owner": s.backend_node_id[d.owner] if d.owner >= 0 else None,
        "process": d.process,
        "nodes": d.end - d.begin,
        "scroll": [d.scroll_x, d.scroll_y],
        "size": [d.content_width, d.content_height],
        "scale": d.scale,
    }


def _inspection_lines(found: dict[str, Any]) -> Iterator[str]:
    view = found["viewport"]
    yield f"url        {found['url']}"
    yield f"title      {found['title']}"
    yield f"window     {view['width']:g} x {view['height']:g} at {view['page_x']:g}, {view['page_y']:g}"
    yield f"nodes      {found['nodes']:,}, {found['elements']:,} elements, {found['boxes']:,} boxes"
    for d in found["documents"][1:]:
        owner = f"in element {d['owner']}" if d["owner"] is not None else "that no frame shows"
        yield f"document   {d['nodes']:,} nodes {owner}: {d['url']}"
    yield f"styles     {found['distinct_styles']:,} distinct rows"
    if found["missing_styles"]:
        yield f"           not captured: {', '.join(found['missing_styles'])}"
    if found["secret_fields"]:
        yield f"secrets    {found['secret_fields']:,} fields, values left out"
    yield f"listed     {', '.join(f'{count} {role}' for role, count in found['listed'].items()) or 'nothing'}"
    for d in found["diagnostics"]:
        yield f"odd        {d['code']} ({d['count']:,}) at {d['where']}: {d['text']}"


def validate(
    captures: CaptureArguments,
    viewport: ViewportOption = None,
    styles: StylesOption = None,
    max_nodes: MaxNodes = None,
    max_bytes: MaxBytes = None,
    as_json: AsJson = False,
) -> None:
    """Check that captures are well formed: one verdict a line, with the JSON path of the first fault."""
    read = reading(viewport, styles, max_nodes, max_bytes)

    def verdict(name: str) -> bool:
        try:
            row = _good(name, read(name))
        except (perception.PerceptionError, OSError) as error:
            row = {"capture": name, "ok": False, "where": getattr(error, "where", ""), "error": error_text(error, name)}
        if as_json:
            write_json(row)
        else:
            write_line(_verdict_line(row))
        return bool(row["ok"])

    each(captures, verdict)


def _good(name: str, s: Snapshot) -> dict[str, Any]:
    odd = {d.code: d.count for d in s.diagnostics}
    return {"capture": name, "ok": True, "nodes": len(s), "documents": len(s.documents), "diagnostics": odd}


def _verdict_line(row: dict[str, Any]) -> str:
    if not row["ok"]:
        return f"{row['capture']}: {row['error']}"
    odd = "".join(f", {code} ({count:,})" for code, count in row["diagnostics"].items())
    documents = f", {row['documents']:,} documents" if row["documents"] > 1 else ""
    return f"{row['capture']}: good, {row['nodes']:,} nodes{documents}{odd}"
