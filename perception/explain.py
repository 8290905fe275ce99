"""Why a node is, or is not, something to act on: the reasons of all passes as plain sentences (SPEC 4, `domsight
explain`).

In: a page's passes and a node. Out: sentences, the verdict first. It judges nothing itself: each sentence repeats
what a pass has found, so that what it says is what the texts are made from.
"""

from perception.passes import Passes
from perception.snapshot import ELEMENT
from perception.tables.explanations import DISABLED, HIDDEN, MODALITY, NAME_STEPS, REFUSALS, SUPPRESSED

NAME_LENGTH = 40
"""Characters of another node's name in a sentence about this one."""


class Explain:
    """Sentences about the nodes of one page."""

    def __init__(self, passes: Passes) -> None:
        self.page, self.snapshot = passes, passes.snapshot

    def sentences(self, i: int) -> list[str]:
        """What is known of node `i` and why, the verdict first."""
        if self.snapshot.node_type[i] != ELEMENT or i in self.snapshot.pseudo_type:
            p = self.snapshot.parent[i]
            own = f"{self.snapshot.tag[i]} is no element, so it is nothing to act on by itself."
            return [own, *self.sentences(p)] if p >= 0 else [own]
        found = [self._verdict(i), self._rule(i), self._control(i), self._overlay(i)]
        found += [self._seen(i), self._hit(i), self._role(i), self._name(i)]
        return [sentence for sentence in found if sentence]

    # ------------------------------------------------------------------------------------------------ acting

    def _verdict(self, i: int) -> str:
        page = self.page
        if not page.interactivity.rule(i):
            return f"{self._called(i)} is nothing to act on: {self._why_no_rule(i)}."
        if i in page.listing.is_listed:
            return f"{self._called(i)} is listed: it can be acted on ({page.interactivity.action(i)})."
        reason = page.listing.reason(i)
        lost = page.listing.lost(i)
        template = SUPPRESSED[lost.why] if lost is not None else REFUSALS[reason]
        words = {
            "cover": self._in_the_way(i, reason),
            "disabled": self._why_disabled(i),
            "hidden": " and ".join(HIDDEN[word] for word in page.visibility.hidden_reasons(i)),
        }
        sentence = f"{self._called(i)} is not listed: {template.format(**words)}."
        everywhere = page.listing.everywhere.reason(i) if reason != "disabled" else reason
        return sentence if everywhere else f"{sentence} On the whole page it is listed."

    def _in_the_way(self, i: int, reason: str) -> str:
        page = self.page
        if reason == "behind-modal":
            return self._called(page.overlays.blocker(i))
        lost = page.listing.lost(i)
        other = {
            "occluded": page.occlusion.hit(i).by,
            "stood-for": page.interactivity.stand_in_label(i),
            "suppressed": lost.kept if lost is not None else -1,
        }.get(reason, -1)
        return self._called(other) if other >= 0 else "nothing that can be named"

    def _why_disabled(self, i: int) -> str:
        control = self.page.interactivity.control(i)
        word = self.page.states.disabled_reason(i) or (
            self.page.states.disabled_reason(control) if control >= 0 else ""
        )
        return DISABLED.get(word, word)

    def _why_no_rule(self, i: int) -> str:
        """Signs that were seen and did not count."""
        s, page = self.snapshot, self.page
        if page.labels.control(i) >= 0:
            return "it is a label whose control can be acted on itself"
        if i in s.is_clickable:
            return "its click listener is the whole page's, or it is part of an editor"
        if page.styles.get(i, "cursor") == "pointer":
            return "the hand cursor is inherited from an ancestor"
        if "tabindex" in s.attrs(i):
            return "it can take the focus, but nothing says that it does something"
        return "no rule fires"

    def _rule(self, i: int) -> str:
        row = self.page.interactivity.row(i)
        return f"The rule `{row.id}` fires: {row.means} ({row.source})." if row is not None else ""

    def _control(self, i: int) -> str:
        control = self.page.interactivity.control(i)
        return f"It stands for {self._called(control)}, which is hidden itself." if control >= 0 else ""

    def _overlay(self, i: int) -> str:
        overlay = next((overlay for overlay in self.page.overlays.open if overlay.node == i), None)
        if overlay is None:
            return ""
        if not overlay.is_modal:
            return f"It is an open {overlay.kind} that leaves the page in use."
        return f"It is an open modal {overlay.kind}: {MODALITY[overlay.evidence]}."

    # ------------------------------------------------------------------------------------------------ seeing

    def _seen(self, i: int) -> str:
        page, reasons = self.page, self.page.visibility.hidden_reasons(i)
        if reasons:
            return f"It is not visible: {' and '.join(HIDDEN[word] for word in reasons)}."
        if page.window.is_in_viewport(i) is None:
            return "Whether it is in the window cannot be told: the capture has no layout for it."
        return (
            "It is visible and in the window."
            if page.window.is_in_viewport(i)
            else "It is visible, outside the window."
        )

    def _hit(self, i: int) -> str:
        if not self.page.window.is_in_viewport(i):
            return ""
        hit = self.page.occlusion.hit(i)
        if hit.point is not None:
            return f"A click at {hit.point[0]:.0f}, {hit.point[1]:.0f} reaches it."
        if hit.occluded is None:
            return "Whether a click reaches it cannot be told: the capture has no paint order."
        return f"No click reaches it: {self._called(hit.by)} is on top." if hit.by >= 0 else "No click reaches it."

    # ------------------------------------------------------------------------------------------------ being called

    def _role(self, i: int) -> str:
        return f"Its role is {self.page.roles.role(i)} ({self.page.roles.role_from(i)})."

    def _name(self, i: int) -> str:
        name, step = self.page.names.name(i), self.page.names.name_from(i)
        if not name:
            return "It has no accessible name."
        return f'Its name "{_cut(name)}" comes from {NAME_STEPS.get(step, f"the step {step}")} ({step}).'

    def _called(self, i: int) -> str:
        """How a sentence names a node: its role or tag, its name, its backend node id."""
        s, role = self.snapshot, self.page.roles.role(i)
        what = role if role not in ("", "generic", "none") else f"<{s.tag[i]}>"
        name = _cut(self.page.names.name(i))
        quoted = f' "{name}"' if name else ""
        return f"{what}{quoted} (node {s.backend_node_id[i]})"


def _cut(text: str) -> str:
    return text if len(text) <= NAME_LENGTH else f"{text[:NAME_LENGTH]}..."
