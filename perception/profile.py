"""One options value: the rules that a page is perceived by (SPEC, profiles)."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Profile:
    """Named rules; `DEFAULT`, `NOTTE` and `WEBBRAIN` are given, a user's own is `dataclasses.replace` away."""

    name: str = "default"
    name_policy: str = "accname"
    pointer_elements: bool = True


DEFAULT = Profile()
NOTTE = Profile(name="notte", name_policy="notte")
WEBBRAIN = Profile(name="webbrain", name_policy="webbrain")
PROFILES = {profile.name: profile for profile in (DEFAULT, NOTTE, WEBBRAIN)}
