"""One options value: the rules that a page is perceived by (SPEC, profiles)."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, NamedTuple

from perception.tables.interactivity import NOTTE_RULES, RULES, Rule
from perception.tables.selectors import LONGEST_QUERY


class NameStep(NamedTuple):
    """One step of a name policy. `source(names, i)` gives what the step says of node `i`: None where it has nothing to
    say and the next step is asked; any text, even an empty one, settles the name. `names` is the page's `Names`.

    `asks_attributes`: the step has nothing to say of elements without any of `tables.naming.NAME_ATTRIBUTES`.
    """

    id: str
    source: Callable[[Any, int], str | None]
    asks_attributes: bool = False


@dataclass(frozen=True, slots=True)
class Profile:
    """Named rules; `DEFAULT`, `NOTTE` and `WEBBRAIN` are given, a user's own is `dataclasses.replace` away.

    `name_policy`: `accname`, `notte`, `webbrain`, or steps of one's own. `rules`: what can be acted on, the surest
    evidence first; a rule of one's own may have a function `test(interactivity, i)` in place of a word. `holds_back`:
    what is behind a modal overlay is not listed. `longest_query`: characters of a selector or XPath.
    """

    name: str = "default"
    name_policy: str | tuple[NameStep, ...] = "accname"
    pointer_elements: bool = True
    rules: tuple[Rule, ...] = RULES
    holds_back: bool = True
    longest_query: int = LONGEST_QUERY


DEFAULT = Profile()
NOTTE = Profile(name="notte", name_policy="notte", rules=(*RULES, *NOTTE_RULES), holds_back=False)
WEBBRAIN = Profile(name="webbrain", name_policy="webbrain")
PROFILES = {profile.name: profile for profile in (DEFAULT, NOTTE, WEBBRAIN)}
