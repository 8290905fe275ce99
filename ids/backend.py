"""The backend scheme: ids that say which node of the browser they name.

`n17` is the node with backend id 17 of the main process; backend ids restart in every process, so a node of the second
process's snapshot is `p2n17`. The same node has the same id in every capture of one document life.
"""

from ids.idmap import IdMap
from perception.perceive import Page


def assign_backend_ids(page: Page) -> IdMap:
    """Ids of the page's listed nodes: n17, p2n17 …"""
    s = page.snapshot
    ids = {}
    for i in page.listing.listed:
        process = s.documents[s.document[i]].process
        ids[i] = f"p{process + 1}n{s.backend_node_id[i]}" if process else f"n{s.backend_node_id[i]}"
    return IdMap(page, "backend", ids)
