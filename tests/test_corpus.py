"""The corpus holds together: manifest, pages and captures say the same; no secret gets out; both scales look alike."""

import gzip
import hashlib
import re
import tomllib
from pathlib import Path
from typing import Any

import pytest

import ids
import perception
import rendering
from corpus.build import MANIFEST, PAGES, ROOT, all_files, declared

ROWS: dict[str, dict[str, Any]] = {row["name"]: row for row in tomllib.loads(MANIFEST.read_text())["capture"]}
PAIRS = [row["name"] for row in ROWS.values() if row.get("moment") == "before"]

SIZE_LIMIT = 6_000_000
"""Bytes of the whole folder: a clone stays small."""

PLANTED = ("Tr1cky-Passw0rd!", "4111 1111 1111 1111", "4111 1111 2222", "c5rf-7d1e44b0a9", "5f1c09e2a7b84d6f93ab")
"""Secrets that were typed or written into pages: password, card numbers, hidden token, token in a URL."""


def test_manifest_lists_what_is_declared() -> None:
    assert [ROOT / row["file"] for row in ROWS.values()] == all_files()


def test_folder_holds_what_the_manifest_lists() -> None:
    listed = {ROOT / row[key] for row in ROWS.values() for key in ("file", "truth")}
    assert set((ROOT / "captures").iterdir()) == listed


@pytest.mark.parametrize("name", ROWS)
def test_digests_and_loader_ids(name: str) -> None:
    row = ROWS[name]
    for key, digest in (("file", "sha256"), ("truth", "truth_sha256")):
        assert hashlib.sha256((ROOT / row[key]).read_bytes()).hexdigest() == row[digest]
    snapshot = perception.load(ROOT / row["file"])
    loaders = {document.frame_id: document.loader_id for document in snapshot.documents}
    assert loaders.items() <= ROWS[name]["loader_ids"].items()
    assert len(snapshot) == ROWS[name]["nodes"]


@pytest.mark.parametrize("name", PAIRS)
def test_a_pair_is_one_document_life(name: str) -> None:
    before, after = ROWS[name], ROWS[ROWS[name]["pair"]]
    assert after["moment"] == "after"
    assert after["pair"] == name
    assert after["loader_ids"] == before["loader_ids"]
    assert after["sha256"] != before["sha256"]


def test_every_page_is_captured_and_the_folder_is_small() -> None:
    used = {capture.page for capture in declared()}
    inner = {"admin/beacon.html", "admin/form.html", "admin/help.html", "admin/menu.html", "admin/place.html"}
    inner |= {"payment/badge.html", "payment/card.html", "payment/verify.html"}
    assert {str(page.relative_to(PAGES)) for page in PAGES.rglob("*.html")} == used | inner
    assert sum(file.stat().st_size for file in ROOT.rglob("*") if file.is_file()) < SIZE_LIMIT


def test_pages_load_nothing_from_elsewhere() -> None:
    """Links lead anywhere; what a page loads by itself stays on the hosts that the build serves."""
    loads = re.compile(r"""(?:src|srcset|@import|<link[^>]+href)\s*=?\s*["'(]?(https?://[^"'\s)>]+)""")
    for page in PAGES.rglob("*.html"):
        foreign = [url for url in loads.findall(page.read_text(encoding="utf-8")) if ".localhost/" not in url]
        assert not foreign, page


@pytest.mark.parametrize("file", all_files(), ids=lambda file: file.name.removesuffix(".capture.json.gz"))
def test_planted_secrets_are_in_no_text(file: Path) -> None:
    page = perception.perceive(perception.load(file), viewport_expansion=-1)
    labels = ids.assign(page)
    texts = [rendering.action_space(page, labels).description, str(list(rendering.facts(page, labels)))]
    texts.append(rendering.tree(page, ids.RefRegistry(), filter="all").text)
    assert not [secret for secret in PLANTED for text in texts if secret in text]


def test_planted_secrets_are_in_the_captures() -> None:
    """Else the test above could not fail."""
    raw = "".join(gzip.decompress(file.read_bytes()).decode() for file in all_files())
    assert not [secret for secret in PLANTED if secret not in raw]


def test_both_double_scale_pages_are_alike() -> None:
    pages = [
        perception.perceive(perception.load(ROOT / ROWS[name]["file"]))
        for name in ("settings-real-2x", "settings-emulated-2x")
    ]
    real, emulated = pages
    assert real.snapshot.tag == emulated.snapshot.tag
    for i in range(len(real.snapshot)):
        one, other = (page.rect_of(i) for page in pages)
        assert (one is None) == (other is None)
        if one is not None:
            assert one == pytest.approx(other, abs=1)
    texts = [rendering.action_space(page, ids.assign(page)).description for page in pages]
    assert texts[0] == texts[1]
