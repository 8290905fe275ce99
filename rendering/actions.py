"""The action text: one line for each listed node, one for the text between them (SPEC 6.1, 6.2).

In: a page and its ids. Out: an iterator of lines `ID[:]<tag attr="value">text</tag>` and `_[:]text` in flat-tree order.
"""

from collections.abc import Iterator

from ids.idmap import IdMap
from perception.perceive import Page
from perception.snapshot import TEXT
from perception.tables.action_lines import ATTRIBUTES, LEFT_OUT, TEXT_LIMIT, VALUE_LIMIT
from perception.tables.elements import VOID_ELEMENTS
from rendering import implied
from rendering.text import attribute, clean, cut, escaped


def action_lines(page: Page, labels: IdMap) -> Iterator[str]:
    """The lines of the action text."""
    s = page.snapshot
    parent, node_type = s.parent, s.node_type
    owner: dict[int, int] = {-1: -1}
    entries: list[tuple[int, list[str]]] = []
    texts: dict[int, list[str]] = {}
    for i in page.geometry.in_expanded():
        above = owner[parent[i]]
        if labels.id_of(i) is not None:
            owner[i] = i
            entries.append((i, texts.setdefault(i, [])))
            continue
        owner[i] = above
        if node_type[i] != TEXT or not page.geometry.is_in_viewport(i):
            continue
        text = clean(s.text(i))
        if not text:
            continue
        if above >= 0:
            texts[above].append(text)
        elif page.visibility.is_visible(i):
            entries.append((i, [text]))
    rank = page.flat_tree.rank
    entries.sort(key=lambda entry: rank[entry[0]])
    for i, parts in entries:
        id = labels.id_of(i)
        text = " ".join(parts)
        yield f"_[:]{escaped(text)}" if id is None else _entry(page, i, id, text)


def _entry(page: Page, i: int, id: str, text: str) -> str:
    s = page.snapshot
    tag, name, attrs = s.tag[i], clean(page.name_of(i)), s.attrs(i)
    written = {}
    for key in ATTRIBUTES:
        if key in attrs and key not in LEFT_OUT:
            value = cut(clean(attrs[key]), VALUE_LIMIT)
            if value and value != text:
                written[key] = value
    role = page.role_of(i)
    written.pop("role", None)
    if implied.role(tag, written) != role:
        written["role"] = role
    text = cut(text or name, TEXT_LIMIT) if tag not in VOID_ELEMENTS else ""
    written.pop("aria-label", None)
    if implied.name(role, written, text) != cut(name, TEXT_LIMIT):
        written["aria-label"] = cut(name, VALUE_LIMIT)
    inside = "".join(f" {key}={attribute(value)}" for key, value in written.items())
    if tag in VOID_ELEMENTS:
        return f"{id}[:]<{tag}{inside}>"
    return f"{id}[:]<{tag}{inside}>{escaped(text)}</{tag}>"
