"""Fingerprints of everything that is said of some captures: compared between processes with other environments.

usage: python -m tests.same_everywhere CAPTURE ...

One JSON object: what was made -> the digest of its bytes over all captures.
"""

import hashlib
import json
import sys
from collections import defaultdict
from collections.abc import Iterator
from pathlib import Path

import ids
import rendering
from perception import PROFILES, Page, load, perceive
from perception.plan import ACTIONS
from perception.read import PROPERTIES
from perception.redact import redact
from rendering.axtree import FILTERS
from rendering.renderers import RENDERERS


def texts(page: Page) -> Iterator[tuple[str, str]]:
    """Name and text of every view of a page."""
    for scheme in ids.SCHEMES:
        yield f"ids {scheme}", repr(list(ids.assign(page, scheme)))
    labels = ids.assign(page)
    for name in RENDERERS:
        yield name, "\n".join(RENDERERS[name](page, labels))
    for name in FILTERS:
        registry = ids.RefRegistry()
        yield f"tree {name}", rendering.tree(page, registry, filter=name, max_chars=2000).text + registry.to_json()
    space = rendering.action_space(page, labels)
    yield "data", space.data().model_dump_json() + space.action_list
    yield "tools", json.dumps(rendering.tool_definitions(space, "openai"))
    yield "prompt", rendering.prompt_text(space, step=1)
    yield "facts", json.dumps(list(rendering.facts(page, labels)))
    nodes = [page.node(i) for i in page.listing.listed][::5]
    yield "get", json.dumps(page.get(nodes, sorted(PROPERTIES), limit=20))
    yield "explain", json.dumps([page.explain(node) for node in nodes])
    yield "plan", repr([page.plan(node, action, "x") for node in nodes for action in sorted(ACTIONS)])
    yield "locators", repr([page.locators_of(node.i) for node in nodes])
    yield "find", repr([page.find(text="a"), page.select("a, [title] > *"), page.xpath("//*[@id]"), page.frames()])
    yield "content", repr([page.content_root(), page.dialogs, page.scroll_hint])


def main() -> None:
    digests: dict[str, hashlib._Hash] = defaultdict(hashlib.sha256)
    before = None
    for name in sys.argv[1:]:
        data = Path(name).read_bytes()
        digests["redact"].update(redact(data))
        snapshot = load(data)
        for profile in PROFILES.values():
            page = perceive(snapshot, -1, profile)
            for kind, text in texts(page):
                digests[f"{profile.name} {kind}"].update(text.encode())
            changes = rendering.diff(before or page, page, registry=ids.RefRegistry()).to_dict()
            digests["diff"].update(json.dumps(changes).encode())
            before = page
    print(json.dumps({name: digest.hexdigest() for name, digest in digests.items()}))


if __name__ == "__main__":
    main()
