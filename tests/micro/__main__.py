"""Capture the micro-cases anew: python -m tests.micro [ID …]"""

import sys
import tempfile
from pathlib import Path

from corpus.browser import ORIGIN, Browser, serve
from corpus.build import steps, write
from perception.capture import capture_parameters
from tests.micro.cases import MICRO

FOLDER = Path(__file__).parent / "captures"
PAGE = (
    '<!doctype html><html lang="en"><head><meta charset="utf-8"><title>{id}</title></head><body>{body}</body></html>\n'
)


def main(ids: list[str]) -> None:
    chosen = [case for case in MICRO if not ids or case.id in ids]
    FOLDER.mkdir(exist_ok=True)
    with tempfile.TemporaryDirectory() as folder:
        for case in chosen:
            (Path(folder) / f"{case.id}.html").write_text(PAGE.format(id=case.id, body=case.body), encoding="utf-8")
        with serve(Path(folder)) as port, Browser(port) as browser:
            for case in chosen:
                with browser.tab(1280, 800) as tab:
                    tab.open(f"{ORIGIN}/{case.id}.html")
                    tab.act(steps(case.steps))
                    write(FOLDER / f"{case.id}.capture.json.gz", tab.capture(capture_parameters()))


if __name__ == "__main__":
    main(sys.argv[1:])
