"""What is on the page: captures in, facts out (see `perceive`)."""

from perception.capture import COMPUTED_STYLES, Limits, capture_parameters
from perception.errors import (
    AmbiguousError,
    BudgetError,
    CaptureError,
    ContinuationError,
    Diagnostic,
    MissingStyleError,
    PerceptionError,
    SelectorError,
    UnknownIdError,
    UnknownNameError,
)
from perception.loading import load, load_html
from perception.node import Node
from perception.perceive import Dialog, Page, perceive
from perception.profile import DEFAULT, NOTTE, PROFILES, WEBBRAIN, Profile
from perception.snapshot import Snapshot, Viewport

__all__ = [
    "COMPUTED_STYLES",
    "DEFAULT",
    "NOTTE",
    "PROFILES",
    "WEBBRAIN",
    "AmbiguousError",
    "BudgetError",
    "CaptureError",
    "ContinuationError",
    "Diagnostic",
    "Dialog",
    "Limits",
    "MissingStyleError",
    "Node",
    "Page",
    "PerceptionError",
    "Profile",
    "SelectorError",
    "Snapshot",
    "UnknownIdError",
    "UnknownNameError",
    "Viewport",
    "capture_parameters",
    "load",
    "load_html",
    "perceive",
]
