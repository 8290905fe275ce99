"""What the program side of perception reads of a page: every pass, computed when it is first asked for.

In: nothing. Out: the interface that `Page` fulfils and that searching, reading, planning and explaining are written
against, so that none of them knows the page itself.
"""

from typing import Protocol

from perception.flat_tree import FlatTree
from perception.interactivity import Interactivity
from perception.labels import Labels
from perception.listing import Listing
from perception.names import Names
from perception.node import Node
from perception.occlusion import Occlusion
from perception.overlays import Overlays
from perception.query import Query
from perception.roles import Roles
from perception.snapshot import Snapshot
from perception.states import States
from perception.styles import Styles
from perception.viewport import ViewportGeometry
from perception.visibility import Visibility


class Passes(Protocol):
    """The passes of one page. `geometry` is that of the expanded window, `window` that of the real one."""

    snapshot: Snapshot

    @property
    def flat_tree(self) -> FlatTree: ...
    @property
    def styles(self) -> Styles: ...
    @property
    def visibility(self) -> Visibility: ...
    @property
    def labels(self) -> Labels: ...
    @property
    def roles(self) -> Roles: ...
    @property
    def names(self) -> Names: ...
    @property
    def states(self) -> States: ...
    @property
    def geometry(self) -> ViewportGeometry: ...
    @property
    def window(self) -> ViewportGeometry: ...
    @property
    def occlusion(self) -> Occlusion: ...
    @property
    def interactivity(self) -> Interactivity: ...
    @property
    def overlays(self) -> Overlays: ...
    @property
    def listing(self) -> Listing: ...
    @property
    def query(self) -> Query: ...
    def name_of(self, i: int) -> str: ...
    def description_of(self, i: int) -> str: ...
    def node(self, i: int) -> Node: ...
