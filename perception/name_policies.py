"""The policies by which elements are named, and the rules of two other systems as steps (SPEC 3.3).

In: a profile. Out: its steps: those of `names.py` (`accname`, the right ones), of `webbrain` (rows W-50…W-64) or
`notte` (N-39). The latter are kept as they are, mistakes included, so that texts can be compared.
"""

from bisect import bisect_left
from collections.abc import Iterable
from functools import partial
from types import MappingProxyType

from perception.characters import collapsed
from perception.errors import UnknownNameError
from perception.names import ACCNAME, Names
from perception.profile import NameStep, Profile
from perception.snapshot import TEXT
from perception.tables.name_policies import (
    NOTTE_ADDRESSES,
    NOTTE_ATTRIBUTES,
    NOTTE_BODY_NAME,
    NOTTE_TEXT_ELEMENTS,
    WEBBRAIN_ATTRIBUTES,
    WEBBRAIN_BUTTON_TYPES,
    WEBBRAIN_FIELD_ELEMENTS,
    WEBBRAIN_FIELD_ROLES,
    WEBBRAIN_LIST_ELEMENTS,
    WEBBRAIN_OWN_SIBLINGS,
    WEBBRAIN_PARENT_SIBLINGS,
    WEBBRAIN_SHORTEST_TEXT,
    WEBBRAIN_SIBLING_LENGTH,
    WEBBRAIN_TEXT_ELEMENTS,
    WEBBRAIN_TEXT_LIMIT,
    WEBBRAIN_TEXT_ROLES,
)
from perception.tables.naming import HEADING_ELEMENTS, MOST_SAID

# ------------------------------------------------------------------------------------------------ texts


def direct_text(names: Names, i: int) -> str:
    """The text of the child text nodes, rendered or not."""
    s = names.snapshot
    return collapsed("".join([s.text(k) for k in s.children(i) if s.node_type[k] == TEXT]))


def _cut(text: str) -> str | None:
    """At most 100 code points, then `...`; None for no text."""
    return (text[:WEBBRAIN_TEXT_LIMIT] + "..." if len(text) > WEBBRAIN_TEXT_LIMIT else text) or None


def _attribute(name: str, names: Names, i: int) -> str | None:
    return collapsed(names.snapshot.attrs(i).get(name, "")) or None


def _role_token(names: Names, i: int) -> str:
    """The role attribute as it stands (W-22)."""
    return names.snapshot.attrs(i).get("role", "")


# ------------------------------------------------------------------------------------------------ webbrain


def selected_option(names: Names, i: int) -> str | None:
    """The option marked in the markup, else the live one (W-56, as observed)."""
    s = names.snapshot
    if s.tag[i] != "select":
        return None
    options = names.text.values.options(i)
    chosen = next((k for k in options if "selected" in s.attrs(k)), -1)
    if chosen < 0:
        chosen = next((k for k in options if k in s.option_selected), -1)
    return names.all_texts.text(chosen) or None if chosen >= 0 else None


def labelledby_text(names: Names, i: int) -> str | None:
    """The rendered text of the elements referred to (W-52)."""
    references = names.snapshot.attrs(i).get("aria-labelledby", "")
    if not references:
        return None
    key = names.flat_tree.scope(i), references
    known = names.texts_of_lists.get(key)
    if known is None:
        targets = names.flat_tree.resolve_list(i, references)
        text = " ".join([names.rendered_texts.text(k, WEBBRAIN_TEXT_LIMIT) for k in targets]).strip()
        known = names.texts_of_lists[key] = _cut(text) or ""
    return known or None


def first_label(names: Names, i: int) -> str | None:
    """All text of the first label for the element's id (W-54)."""
    s = names.snapshot
    id = s.attrs(i).get("id")
    if not id:
        return None
    label = next((k for k in names.labels.of_control(i) if s.attrs(k).get("for") == id), -1)
    return names.all_texts.text(label) or None if label >= 0 else None


def button_value(names: Names, i: int) -> str | None:
    """W-57."""
    s = names.snapshot
    if s.tag[i] != "input" or names.roles.controls.input_type(i) not in WEBBRAIN_BUTTON_TYPES:
        return None
    return collapsed(s.input_value.get(i, "")) or None


def own_text(names: Names, i: int) -> str | None:
    """W-58."""
    if names.snapshot.tag[i] not in WEBBRAIN_TEXT_ELEMENTS:
        return None
    return _cut(direct_text(names, i) or names.rendered_texts.text(i, WEBBRAIN_TEXT_LIMIT))


def heading_text(names: Names, i: int) -> str | None:
    """W-59."""
    if names.snapshot.tag[i] not in HEADING_ELEMENTS:
        return None
    return names.all_texts.text(i, WEBBRAIN_TEXT_LIMIT)[:WEBBRAIN_TEXT_LIMIT] or None


def no_image_text(names: Names, i: int) -> str | None:
    """An image without alternative text has no name (W-60)."""
    return "" if names.snapshot.tag[i] == "img" else None


def item_text(names: Names, i: int) -> str | None:
    """W-61."""
    is_item = names.snapshot.tag[i] in WEBBRAIN_LIST_ELEMENTS or _role_token(names, i) in WEBBRAIN_TEXT_ROLES
    return _cut(names.rendered_texts.text(i, WEBBRAIN_TEXT_LIMIT)) if is_item else None


def sibling_text(names: Names, i: int) -> str | None:
    """What stands before a field, or before its parent, whatever it is (W-63)."""
    s = names.snapshot
    if s.tag[i] not in WEBBRAIN_FIELD_ELEMENTS and _role_token(names, i) not in WEBBRAIN_FIELD_ROLES:
        return None
    for node, count in ((i, WEBBRAIN_OWN_SIBLINGS), (s.parent[i], WEBBRAIN_PARENT_SIBLINGS)):
        for k in _siblings_before(names, node, count):
            if s.node_type[k] == TEXT:
                return names.all_texts.text(k)
            text = names.rendered_texts.text(k, WEBBRAIN_SIBLING_LENGTH)
            if 0 < len(text) <= WEBBRAIN_SIBLING_LENGTH:
                return text
    return None


def _siblings_before(names: Names, i: int, count: int) -> Iterable[int]:
    """Up to `count` siblings before the node, nearest first; blank texts and comments do not count."""
    p = names.snapshot.parent[i]
    if p < 0:
        return ()
    siblings = names.told_children(p)
    k = bisect_left(siblings, i)
    return siblings[max(0, k - count) : k][::-1]


def last_resort(names: Names, i: int) -> str | None:
    """W-64."""
    text = direct_text(names, i)
    return _cut(text) if len(text) >= WEBBRAIN_SHORTEST_TEXT else None


WEBBRAIN_STEPS: tuple[NameStep, ...] = (
    NameStep("selected_option", selected_option),
    NameStep("aria_label", partial(_attribute, "aria-label")),
    NameStep("aria_labelledby", labelledby_text),
    *(NameStep(name, partial(_attribute, name)) for name in WEBBRAIN_ATTRIBUTES),
    NameStep("label_for", first_label),
    NameStep("value", button_value),
    NameStep("own_text", own_text),
    NameStep("heading_text", heading_text),
    NameStep("image", no_image_text),
    NameStep("item_text", item_text),
    NameStep("sibling_text", sibling_text),
    NameStep("last_resort", last_resort),
)


# ------------------------------------------------------------------------------------------------ notte


def visible_text(names: Names, i: int) -> str | None:
    """N-39."""
    s = names.snapshot
    return names.rendered_texts.text(i)[:MOST_SAID] or None if s.tag[i] in NOTTE_TEXT_ELEMENTS else None


def address(names: Names, i: int) -> str | None:
    """N-39."""
    attribute = NOTTE_ADDRESSES.get(names.snapshot.tag[i])
    return names.snapshot.attrs(i).get(attribute) or None if attribute else None


def body_name(names: Names, i: int) -> str | None:
    """N-39."""
    return NOTTE_BODY_NAME if names.snapshot.tag[i] == "body" else None


NOTTE_STEPS: tuple[NameStep, ...] = (
    *(NameStep(name.replace("-", "_"), partial(_attribute, name)) for name in NOTTE_ATTRIBUTES),
    NameStep("visible_text", visible_text),
    NameStep("address", address),
    NameStep("body", body_name),
)


POLICIES = MappingProxyType({"accname": ACCNAME, "notte": NOTTE_STEPS, "webbrain": WEBBRAIN_STEPS})
"""Policy name -> its steps."""


def steps_of(profile: Profile) -> tuple[NameStep, ...]:
    """The steps of a profile's name policy, named or its own. Raises `UnknownNameError`."""
    policy = profile.name_policy
    if not isinstance(policy, str):
        return policy
    if policy not in POLICIES:
        raise UnknownNameError("name policy", policy, tuple(POLICIES))
    return POLICIES[policy]
