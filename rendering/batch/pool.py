"""Worker processes that a bad capture cannot take down (SPEC 10).

In: items, in order. Out: their `Done`s in the same order. A worker that exceeds its time is killed, one that dies is
replaced, and what it was at becomes a row with an error. Only so many results are held that memory stays bounded while
a slow capture holds up those behind it.
"""

import os
import selectors
import subprocess
import sys
import time
from collections.abc import Iterable, Iterator
from contextlib import suppress

import msgspec

from rendering.batch.items import Failure, Item
from rendering.batch.job import Done, failed
from rendering.batch.options import Options
from rendering.batch.worker import Start, frame_body, frame_end, framed

AHEAD = 16
"""Items a worker that may be under way or wait for an earlier one."""

_BOOT = "import sys; sys.path[:] = {path!r}; from rendering.batch.worker import main; main()"


class _Worker:
    """A process, the item it is at, and what it has sent of the answer."""

    def __init__(self, options: Options) -> None:
        self.options = options
        code = _BOOT.format(path=sys.path)
        self.process = subprocess.Popen([sys.executable, "-c", code], stdin=subprocess.PIPE, stdout=subprocess.PIPE)
        self.buffer = bytearray()
        self.is_ready = False
        self.number, self.begun = -1, 0.0
        self.item: Item | None = None
        self._send(framed(Start(options)))

    def _send(self, frame: bytes) -> None:
        assert self.process.stdin is not None
        with suppress(BrokenPipeError):  # it has died: its closed stdout says so
            self.process.stdin.write(frame)
            self.process.stdin.flush()

    @property
    def stdout(self) -> int:
        assert self.process.stdout is not None
        return self.process.stdout.fileno()

    @property
    def deadline(self) -> float | None:
        """On the monotonic clock, None without one."""
        return None if self.item is None or self.options.seconds is None else self.begun + self.options.seconds

    def give(self, number: int, item: Item) -> None:
        self.number, self.item, self.begun = number, item, time.monotonic()
        self._send(framed(item))

    @property
    def is_busy(self) -> bool:
        return not self.is_ready or self.item is not None

    def receive(self) -> Done | None:
        """The answer, if it is all there and not only says that the process is ready. Raises EOFError at its end."""
        piece = os.read(self.stdout, 1 << 20)
        if not piece:
            raise EOFError
        self.buffer += piece
        end = frame_end(self.buffer)
        if end < 0:
            return None
        done = msgspec.msgpack.decode(bytes(frame_body(self.buffer, end)), type=Done | None)
        self.buffer = bytearray()
        self.is_ready = True
        if done is not None:
            self.item = None
        return done

    def end(self) -> int:
        """Kill it; how it ended."""
        self.process.kill()
        for stream in (self.process.stdin, self.process.stdout):
            if stream is not None:
                with suppress(BrokenPipeError):  # what was not sent is not wanted any more
                    stream.close()
        return self.process.wait()


class Pool:
    """`jobs` worker processes; use as a context, `results` once."""

    def __init__(self, options: Options, jobs: int) -> None:
        self.options, self.jobs = options, max(jobs, 1)
        self.workers: list[_Worker] = []
        self.selector = selectors.DefaultSelector()
        self.waiting: dict[int, Done] = {}

    def __enter__(self) -> "Pool":
        return self

    def __exit__(self, *_: object) -> None:
        for worker in self.workers:
            worker.end()
        self.selector.close()

    def results(self, items: Iterable[Item]) -> Iterator[Done]:
        """What became of each item, in their order."""
        source = enumerate(items)
        given = yielded = 0
        more = True
        while more or given > yielded:
            while more and given - yielded < AHEAD * self.jobs and (worker := self._free()) is not None:
                number, item = next(source, (-1, None))
                if item is None:
                    more = False
                else:
                    worker.give(number, item)
                    given += 1
            while yielded in self.waiting:
                yield self.waiting.pop(yielded)
                yielded += 1
            if any(worker.is_busy for worker in self.workers):
                self._wait()

    def _free(self) -> _Worker | None:
        """A worker that is idle; new ones are hired where there are fewer than `jobs`."""
        while len(self.workers) < self.jobs:
            worker = _Worker(self.options)
            self.workers.append(worker)
            self.selector.register(worker.stdout, selectors.EVENT_READ, worker)
        return next((worker for worker in self.workers if not worker.is_busy), None)

    def _dismiss(self, worker: _Worker) -> int:
        self.selector.unregister(worker.stdout)
        self.workers.remove(worker)
        return worker.end()

    def _wait(self) -> None:
        """Until a worker has answered, ended, or is over its time."""
        deadlines = [worker.deadline for worker in self.workers if worker.deadline is not None]
        timeout = max(min(deadlines) - time.monotonic(), 0) if deadlines else None
        for key, _ in self.selector.select(timeout):
            self._hear(key.data)
        for worker in list(self.workers):
            if worker.item is not None and worker.deadline is not None and time.monotonic() >= worker.deadline:
                self._give_up(worker, Failure("time", f"more than {self.options.seconds:g} s"))

    def _hear(self, worker: _Worker) -> None:
        try:
            done = worker.receive()
        except EOFError:
            self._give_up(worker, None)
            return
        if done is not None:
            self.waiting[worker.number] = done
            if done.failure is not None and done.failure.kind == "memory":
                self._dismiss(worker)  # what is left of its memory may be too little for the next

    def _give_up(self, worker: _Worker, failure: Failure | None) -> None:
        seconds = time.monotonic() - worker.begun
        status = self._dismiss(worker)
        if not worker.is_ready:
            raise RuntimeError(f"worker processes cannot start (exit status {status}); stderr says why")
        if worker.item is None:
            return
        failure = failure or Failure("died", f"the worker process ended (exit status {status})")
        self.waiting[worker.number] = failed(worker.item.name, failure, seconds)
