"""Many captures -> one file of rows (SPEC 10).

In: files, folders, globs, archives, URLs. Out: a JSON Lines or Parquet file with one row a capture, in the order of the
inputs, the same bytes whatever the number of workers; a capture that fails is a row with its error. A run that was
ended goes on with `resume`. Workers are processes of their own, here or on a Dask cluster.
"""

from rendering.batch.options import Options
from rendering.batch.runner import Progress, Summary, run

__all__ = ["Options", "Progress", "Summary", "run"]
