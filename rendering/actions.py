"""The action space text (SPEC 6)."""

from dataclasses import dataclass

from ids.idmap import IdMap
from perception.perceive import Page


@dataclass(frozen=True)
class ActionSpace:
    description: str


def action_space(page: Page, labels: IdMap) -> ActionSpace:
    lines = []
    for id in labels:
        node = labels[id]
        lines.append(f"{id}[:]<{node.tag}>{node.name}</{node.tag}>")
    return ActionSpace("\n".join(lines))
