"""The pages that speed is measured on: the corpus and generated ones.

In: names and sizes. Out: the JSON bytes of captures. The corpus has a digest, so that a figure can be told to be of it.
"""

import gzip
import hashlib
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

from benchmarks.generate import capture_bytes

CORPUS = Path(__file__).parent.parent / "corpus" / "captures"

SHAPES = ("flat", "form", "nested", "table")
SIZES = (1_000, 10_000, 100_000)
MILLION = 1_000_000


class PageBytes(NamedTuple):
    name: str
    raw: bytes


def corpus() -> Iterator[PageBytes]:
    """The captures of the corpus, unpacked, in the order of their names."""
    for path in sorted(CORPUS.glob("*.capture.json.gz")):
        yield PageBytes(path.name.removesuffix(".capture.json.gz"), gzip.decompress(path.read_bytes()))


def corpus_digest() -> str:
    """Of all captures, names and bytes."""
    hasher = hashlib.blake2b(digest_size=8)
    for name, raw in corpus():
        hasher.update(f"{name}\0{len(raw)}\0".encode() + raw)
    return hasher.hexdigest()


def generated(shape: str, nodes: int) -> PageBytes:
    return PageBytes(f"{shape}-{nodes}", capture_bytes(shape, nodes))
