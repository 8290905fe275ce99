"""What a capture takes in memory, in a process of its own: `python -m benchmarks.memory CAPTURE`.

In: a file with the JSON of a capture. Out: JSON on stdout: nodes, and the peak over the bytes themselves in MiB after
the load, after the text of the window, after both texts of the whole page.
"""

import json
import re
import subprocess
import sys
import tempfile
from pathlib import Path

import ids
import perception
import rendering
from benchmarks.views import WHOLE

MIB = 1 << 20


def measured(raw: bytes) -> dict[str, float]:
    """The figures of a capture, from a fresh process."""
    with tempfile.NamedTemporaryFile(suffix=".json") as file:
        file.write(raw)
        file.flush()
        command = [sys.executable, "-m", "benchmarks.memory", file.name]
        out = subprocess.run(command, capture_output=True, check=True, cwd=Path(__file__).parent.parent).stdout
    found: dict[str, float] = json.loads(out)
    return found


def peak() -> float:
    """MiB of this process at its largest. The figure of `getrusage` is no use: a child begins with its parent's."""
    status = Path("/proc/self/status").read_text(encoding="ascii")
    match = re.search(r"VmHWM:\s+(\d+) kB", status)
    assert match is not None, "needs Linux"
    return int(match[1]) * 1024 / MIB


def main(path: str) -> None:
    raw = Path(path).read_bytes()
    before = peak()
    snapshot = perception.load(raw)
    found = {"nodes": len(snapshot), "load": peak() - before}
    page = perception.perceive(snapshot)
    _ = rendering.action_space(page, ids.assign(page)).description
    found["window"] = peak() - before
    page = perception.perceive(snapshot, viewport_expansion=WHOLE)
    _ = rendering.action_space(page, ids.assign(page)).description, rendering.tree(page, ids.RefRegistry()).text
    found["whole"] = peak() - before
    print(json.dumps(found))


if __name__ == "__main__":
    main(sys.argv[1])
