"""Every capture of the corpus: parts join to the whole, sizes hold, refs resolve, in any order (SPEC 7.4, 7.5)."""

import pytest

from benchmarks.paging_check import faults
from tests.moments import CAPTURES

FILES = sorted(CAPTURES.glob("*.capture.json.gz"))


@pytest.mark.parametrize("file", FILES, ids=lambda file: file.name.removesuffix(".capture.json.gz"))
def test_the_parts_of_a_capture(file) -> None:  # type: ignore[no-untyped-def]
    assert list(faults(file)) == []


def test_there_are_captures() -> None:
    assert len(FILES) > 20
