"""Pages that are valid and meant to hurt, of any size (SPEC 1.5).

In: a number. Out: a `Writer` with the page. `PAGES` are the rows: name, how the page is made, and the size of its bar.
"""

from collections.abc import Callable, Mapping, Sequence
from typing import NamedTuple

from benchmarks.generate import HEIGHT, LINE, WIDTH, Box, Writer


def siblings(n: int) -> Writer:
    """n buttons side by side."""
    writer = Writer()
    document = writer.document()
    body = document.body()
    for k in range(n):
        document.element(body, "button", Box(k % 60 * 20.0, k // 60 * LINE, 20, LINE))
    return writer


def levels(n: int) -> Writer:
    """A chain n levels deep, a text and a link at its end."""
    writer = Writer()
    document = writer.document()
    parent = document.body()
    for k in range(n):
        parent = document.element(parent, "span" if k % 2 else "div", Box(0, 0, 200, LINE))
    link = document.element(parent, "a", Box(0, 0, 100, LINE), {"href": "/"})
    document.text(link, "At the end", Box(0, 0, 100, LINE))
    return writer


def layers(n: int) -> Writer:
    """n fixed boxes over one another, each a button over the whole window."""
    writer = Writer()
    document = writer.document()
    body = document.body()
    for k in range(n):
        box = Box(k % 7, k % 11, WIDTH - 20, HEIGHT - 20)
        style = {"position": "fixed", "z-index": str(k), "background-color": "rgb(1, 1, 1)"}
        layer = document.element(body, "button", box, {"aria-label": f"Layer {k}"}, style, paint_order=k + 2)
        document.flag("isClickable", layer)
    return writer


def staggered(n: int) -> Writer:
    """n small boxes in a heap, every point covered by many."""
    writer = Writer()
    document = writer.document()
    body = document.body()
    for k in range(n):
        box = Box(k * 37 % 1200, k * 53 % 760, 60 + k % 50, 30 + k % 30)
        document.element(body, "button", box, None, {"position": "absolute", "z-index": str(k)}, paint_order=k + 2)
    return writer


def labels(n: int) -> Writer:
    """n labels for one control."""
    writer = Writer()
    document = writer.document()
    body = document.body()
    document.element(body, "input", Box(0, 0, 200, LINE), {"id": "x", "type": "text"})
    for k in range(n):
        label = document.element(body, "label", Box(0, k * LINE, 100, LINE), {"for": "x"})
        document.text(label, f"Label {k}", Box(0, k * LINE, 100, LINE))
    return writer


def labelled_by(n: int) -> Writer:
    """One button that n elements label, and n buttons that one long text labels."""
    writer = Writer()
    document = writer.document()
    body = document.body()
    everything = " ".join(f"t{k}" for k in range(n))
    document.element(
        body, "button", Box(0, 0, 100, LINE), {"aria-labelledby": everything, "aria-describedby": everything}
    )
    for k in range(n):
        place = Box(0, k * LINE, 100, LINE)
        document.text(document.element(body, "span", place, {"id": f"t{k}"}), f"Word {k}", place)
        document.element(body, "button", place._replace(x=200), {"aria-labelledby": "t0"})
    return writer


def label_chain(n: int) -> Writer:
    """n buttons, each labelled, described and controlled by the next, the last by the first."""
    return _ring(n, ("aria-labelledby", "aria-describedby", "aria-controls"))


def owner_ring(n: int) -> Writer:
    """n buttons, each owning the next, the last the first."""
    return _ring(n, ("aria-owns",))


def name_ring(n: int) -> Writer:
    """n buttons, each owning the next and labelled by it."""
    return _ring(n, ("aria-owns", "aria-labelledby"))


def _ring(n: int, references: Sequence[str]) -> Writer:
    writer = Writer()
    document = writer.document()
    body = document.body()
    for k in range(n):
        place = Box(0, k * LINE, 100, LINE)
        after = dict.fromkeys(references, f"b{(k + 1) % n}")
        button = document.element(body, "button", place, {"id": f"b{k}", **after})
        document.text(button, f"Button {k}", place)
    return writer


def selects(n: int, options: int = 3000) -> Writer:
    """n selects of `options` options."""
    writer = Writer()
    document = writer.document()
    body = document.body()
    for k in range(n):
        select = document.element(body, "select", Box(0, k * LINE, 200, LINE), {"name": f"s{k}"})
        for j in range(options):
            option = document.element(select, "option", None, {"value": str(j)})
            document.text(option, f"Option {j}")
            if j == 7:
                document.flag("optionSelected", option)
    return writer


def long_text(n: int) -> Writer:
    """One text of n characters, and a link."""
    writer = Writer()
    document = writer.document()
    body = document.body()
    paragraph = document.element(body, "p", Box(0, 0, WIDTH, HEIGHT))
    document.text(paragraph, "word " * (n // 5), Box(0, 0, WIDTH, HEIGHT))
    document.text(document.element(body, "a", Box(0, 0, 50, LINE), {"href": "/"}), "Link", Box(0, 0, 50, LINE))
    return writer


def dialogs(n: int) -> Writer:
    """n open dialogs, every third one said to be modal, every third a native one, each with a button."""
    writer = Writer()
    document = writer.document()
    body = document.body()
    for k in range(n):
        kind = ({"role": "dialog"}, {"role": "dialog", "aria-modal": "true"}, {"open": ""})[k % 3]
        box = Box(100, 100, 400, 300)
        style = {"position": "fixed", "z-index": str(k)}
        tag, named = ("div", "div", "dialog")[k % 3], {"aria-label": f"Dialog {k}", **kind}
        dialog = document.element(body, tag, box, named, style, paint_order=k + 2)
        button = document.element(dialog, "button", box, None, None, paint_order=k + 2)
        document.text(button, "Close", box, paint_order=k + 2)
    return writer


def frames(n: int) -> Writer:
    """n frames inside one another, a button in each."""
    writer = Writer()
    document = writer.document()
    for k in range(n):
        body = document.body()
        document.text(document.element(body, "button", Box(0, 0, 100, LINE)), f"Level {k}", Box(0, 0, 100, LINE))
        frame = document.element(body, "iframe", Box(2, 24, WIDTH - 4, HEIGHT - 30), {"src": f"/{k}"})
        document = writer.document((document, frame))
    document.body()
    return writer


def scrollers(n: int) -> Writer:
    """n scroll containers, every hundred nested, with a text each."""
    writer = Writer()
    document = writer.document()
    body = parent = document.body()
    style = {"overflow-x": "auto", "overflow-y": "scroll"}
    for k in range(n):
        box = Box(k % 100, k // 100 * 40.0, 600 - k % 100, 40)
        parent = document.element(body if k % 100 == 0 else parent, "div", box, None, style)
        document.layout["scrollRects"][-1] = [0, 5, 600, 4000]
        if k % 100 == 99:
            document.text(parent, f"Text {k}", box)
    return writer


def same_ids(n: int) -> Writer:
    """n elements with one id, labels and references to it."""
    writer = Writer()
    document = writer.document()
    body = document.body()
    for k in range(n):
        place = Box(0, k * LINE, 100, LINE)
        document.text(document.element(body, "label", place, {"id": "x", "for": "x"}), "Name", place)
        document.element(body, "input", place, {"id": "x", "aria-labelledby": "x", "list": "x", "form": "x"})
    return writer


def namesakes(n: int) -> Writer:
    """n rows of links that all have one name."""
    writer = Writer()
    document = writer.document()
    body = document.body()
    for k in range(n):
        row = document.element(body, "div", Box(0, k * LINE, WIDTH, LINE))
        link = document.element(row, "a", Box(0, k * LINE, 100, LINE), {"href": "/same"})
        document.text(link, "Read more", Box(0, k * LINE, 100, LINE))
    return writer


def style_rows(n: int) -> Writer:
    """n boxes with n distinct style rows."""
    writer = Writer()
    document = writer.document()
    body = document.body()
    for k in range(n):
        style = {"color": f"rgb({k % 256}, {k // 256 % 256}, {k // 65536})", "cursor": "pointer"}
        document.element(body, "div", Box(0, k * LINE, 100, LINE), None, style)
    return writer


def attributes(n: int) -> Writer:
    """One element with n attributes and n classes."""
    writer = Writer()
    document = writer.document()
    body = document.body()
    many = {f"data-a{k}": f"v{k}" for k in range(n)} | {"class": " ".join(f"c{k}" for k in range(n))}
    document.element(body, "button", Box(0, 0, 100, LINE), many)
    return writer


def one_row_table(n: int) -> Writer:
    """A table of two rows with n columns."""
    writer = Writer()
    document = writer.document()
    table = document.element(document.body(), "table", Box(0, 0, WIDTH, 40))
    for r in range(2):
        row = document.element(table, "tr", Box(0, r * LINE, WIDTH, LINE))
        for k in range(n):
            place = Box(k * 3.0, r * LINE, 3, LINE)
            cell = document.element(row, "td" if r else "th", place)
            document.element(cell, "input", place, {"type": "checkbox"})
    return writer


def radios(n: int) -> Writer:
    """One group of n radio buttons, each in its label."""
    writer = Writer()
    document = writer.document()
    form = document.element(document.body(), "form", Box(0, 0, WIDTH, n * LINE))
    for k in range(n):
        place = Box(0, k * LINE, 200, LINE)
        label = document.element(form, "label", place)
        document.element(label, "input", place._replace(width=20), {"type": "radio", "name": "r", "value": str(k)})
        document.text(label, f"Choice {k}", place)
    return writer


def secrets(n: int) -> Writer:
    """n filled password fields whose values are copied into titles."""
    writer = Writer()
    document = writer.document()
    body = document.body()
    for k in range(n):
        field = document.element(
            body,
            "input",
            Box(0, k * LINE, 200, LINE),
            {"type": "password", "title": f"S3cret-{k}", "value": f"S3cret-{k}"},
        )
        document.rare("inputValue", field, writer.string(f"S3cret-{k}"))
    return writer


SENTENCE = "What is said on this level of the page, where others are inside. " * 2


def nested(tag: str, **attributes: str) -> Callable[[int], Writer]:
    """Elements of a kind inside one another, `n` levels of them, with a text on each level."""

    def page(n: int) -> Writer:
        writer = Writer()
        document = writer.document()
        parent = document.body()
        for k in range(n):
            place = Box(0, k * LINE, 200, LINE)
            parent = document.element(parent, tag, place, attributes)
            document.text(parent, f"{SENTENCE}{k}", place)
        return writer

    return page


def wrapped(outer: str, inner: str) -> Callable[[int], Writer]:
    """Two kinds of elements by turns inside one another, `n` levels of each, with a text on each level."""

    def page(n: int) -> Writer:
        writer = Writer()
        document = writer.document()
        parent = document.body()
        for k in range(n):
            place = Box(0, k * LINE, 200, LINE)
            parent = document.element(document.element(parent, outer, place), inner, place)
            document.text(parent, f"{SENTENCE}{k}", place)
        return writer

    return page


def spans(n: int) -> Writer:
    """One paragraph of n inline pieces, every other one a link."""
    writer = Writer()
    document = writer.document()
    paragraph = document.element(document.body(), "p", Box(0, 0, WIDTH, HEIGHT))
    for k in range(n):
        place = Box(k % 60 * 20.0, k // 60 * LINE, 20, LINE)
        piece = document.element(paragraph, "a" if k % 2 else "span", place, {"href": "/"} if k % 2 else None)
        document.text(piece, f"piece {k} ", place)
    return writer


def split_text(n: int) -> Writer:
    """One paragraph of n texts that touch."""
    writer = Writer()
    document = writer.document()
    paragraph = document.element(document.body(), "p", Box(0, 0, WIDTH, HEIGHT))
    for k in range(n):
        document.text(paragraph, f"piece {k}, ", Box(k % 60 * 20.0, k // 60 * LINE, 20, LINE))
    return writer


def shared_references(n: int) -> Writer:
    """n buttons that are named, described and controlled by the same n elements; the wire holds their ids once."""
    writer = Writer()
    document = writer.document()
    body = document.body()
    everything = " ".join(f"t{k}" for k in range(n))
    names = ("aria-labelledby", "aria-describedby", "aria-controls", "aria-owns")
    said = {**dict.fromkeys(names, everything), "aria-expanded": "true"}
    for k in range(n):
        place = Box(0, k * LINE, 100, LINE)
        document.text(document.element(body, "span", place, {"id": f"t{k}"}), f"Word {k}", place)
        document.element(body, "button", place._replace(x=200), said)
    return writer


def fields_after_text(n: int) -> Writer:
    """n fields side by side, each behind a text and blank texts."""
    writer = Writer()
    document = writer.document()
    body = document.body()
    for k in range(n):
        place = Box(k % 60 * 20.0, k // 60 * LINE, 20, LINE)
        document.text(body, " ")
        document.element(body, "input", place, {"type": "text"})
    return writer


def menus(n: int) -> Writer:
    """n comboboxes, each with its open listbox, all of which one id names."""
    writer = Writer()
    document = writer.document()
    body = document.body()
    for k in range(n):
        place = Box(0, k * LINE, 200, LINE)
        said = {"role": "combobox", "aria-expanded": "true", "aria-controls": f"l{k} l0", "tabindex": "0"}
        document.element(body, "div", place, said)
        popup = document.element(body, "div", place, {"role": "listbox", "id": f"l{k}"})
        option = document.element(popup, "div", place, {"role": "option"})
        document.text(option, f"Option {k}", place)
    return writer


def shadows(n: int) -> Writer:
    """n shadow hosts inside one another, a button in each."""
    writer = Writer()
    document = writer.document()
    parent = document.body()
    for k in range(n):
        place = Box(0, k * LINE, 200, LINE)
        host = document.element(parent, "my-host", place)
        parent = document.element(host, "div", place)
        document.rare("shadowRootType", parent, writer.string("open"))
        document.text(document.element(parent, "button", place), f"Button {k}", place)
    return writer


class Pathology(NamedTuple):
    """A page: `size` is that of the bar."""

    make: Callable[[int], Writer]
    size: int


PAGES: Mapping[str, Pathology] = {
    "attributes": Pathology(attributes, 50_000),
    "dialogs": Pathology(dialogs, 10_000),
    "fields-after-text": Pathology(fields_after_text, 20_000),
    "frames": Pathology(frames, 100),
    "label-chain": Pathology(label_chain, 10_000),
    "labelled-by": Pathology(labelled_by, 5_000),
    "labels": Pathology(labels, 10_000),
    "layers": Pathology(layers, 20_000),
    "levels": Pathology(levels, 100_000),
    "long-text": Pathology(long_text, 50_000_000),
    "menus": Pathology(menus, 5_000),
    "name-ring": Pathology(name_ring, 10_000),
    "namesakes": Pathology(namesakes, 20_000),
    "nested-buttons": Pathology(nested("button"), 5_000),
    "nested-details": Pathology(wrapped("details", "summary"), 5_000),
    "nested-dialogs": Pathology(nested("div", role="dialog"), 5_000),
    "nested-groups": Pathology(wrapped("fieldset", "legend"), 5_000),
    "nested-headings": Pathology(nested("h2"), 5_000),
    "nested-items": Pathology(wrapped("ul", "li"), 5_000),
    "nested-labels": Pathology(nested("label"), 5_000),
    "nested-links": Pathology(nested("a", href="/"), 5_000),
    "nested-quotes": Pathology(nested("blockquote"), 5_000),
    "nested-rows": Pathology(nested("div", role="row"), 5_000),
    "nested-tables": Pathology(wrapped("table", "td"), 5_000),
    "one-row-table": Pathology(one_row_table, 20_000),
    "owner-ring": Pathology(owner_ring, 10_000),
    "radios": Pathology(radios, 20_000),
    "same-ids": Pathology(same_ids, 10_000),
    "scrollers": Pathology(scrollers, 30_000),
    "secrets": Pathology(secrets, 10_000),
    "selects": Pathology(selects, 200),
    "shadows": Pathology(shadows, 5_000),
    "shared-references": Pathology(shared_references, 3_000),
    "siblings": Pathology(siblings, 50_000),
    "spans": Pathology(spans, 20_000),
    "split-text": Pathology(split_text, 50_000),
    "staggered": Pathology(staggered, 20_000),
    "style-rows": Pathology(style_rows, 50_000),
}
