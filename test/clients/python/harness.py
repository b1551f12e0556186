"""Runs the scenarios of one client program, and moves the clock of the emulator under test."""

import json
import os
import re
import sys
import threading
import traceback
import urllib.request
from datetime import datetime

#: Where twinmq listens: http://127.0.0.1:<port>
URL = os.environ["TWINMQ_URL"]

#: Longest time a call of a client may take, in real seconds, where the client can be told.
CALL_LIMIT_SECONDS = 25


class Inexpressible:
    """Stands in for a scenario that a client has no means to express; the reason ends up below the table."""

    def __init__(self, reason):
        self.reason = reason


def run_program(scenarios, tools=None):
    """Runs scenarios one after the other, each against an empty emulator, and prints one JSON line for each:
    id, status (passed, failed or inexpressible) and perhaps a note."""
    for name, scenario in scenarios.items():
        print(json.dumps({"id": name, **_outcome_of(scenario, tools)}), flush=True)
    sys.stdout.flush()
    os._exit(0)  # a poll that never ended must not keep the process


def _outcome_of(scenario, tools):
    if isinstance(scenario, Inexpressible):
        return {"status": "inexpressible", "note": scenario.reason}
    try:
        _control("POST", "reset")
        scenario(tools)
        return {"status": "passed"}
    except Exception as error:  # whatever a client throws is the outcome
        return {"status": "failed", "note": _describe(error)}


def _describe(error):
    ours = os.path.dirname(os.path.abspath(__file__))
    frames = [frame for frame in traceback.extract_tb(error.__traceback__) if os.path.dirname(frame.filename) == ours]
    places = [f"{os.path.basename(frame.filename)}:{frame.lineno}" for frame in frames if "harness" not in frame.filename]
    text = " ".join(f"{type(error).__name__}: {error}".split())
    return f"{places[-1] if places else ''} {text[:600]}".strip()


def _control(method, path, body=None):
    data = None if body is None else json.dumps(body).encode()
    headers = {} if data is None else {"Content-Type": "application/json"}
    request = urllib.request.Request(f"{URL}/_twinmq/{path}", data=data, headers=headers, method=method)
    with urllib.request.urlopen(request, timeout=CALL_LIMIT_SECONDS) as response:
        text = response.read()
    return json.loads(text) if text else None


def advance(duration):
    """Moves the manual clock on. What became due has been done when this returns."""
    return _control("POST", "clock", {"advance": duration})


def now_ms():
    """The emulator's time, epoch milliseconds."""
    return _control("GET", "clock")["nowMs"]


def deliveries():
    """Tries of pushes over HTTP since the last reset, oldest first."""
    return _control("GET", "deliveries")["deliveries"]


class LongPoll:
    """A receive that waits in a thread of its own. Made once the emulator holds it: in an emulator without messages
    its end is then the next thing due."""

    def __init__(self, receive, wait_ms):
        self._answer = None
        self._error = None
        self._receive = receive
        self._thread = threading.Thread(target=self._run, daemon=True)
        self._thread.start()
        for _ in range(5_000):
            clock = _control("GET", "clock")
            if clock["nextDue"] is not None and _epoch_ms(clock["nextDue"]) - clock["nowMs"] <= wait_ms:
                return
            if not self.is_open():
                raise AssertionError(f"the long poll was answered before anything was sent: {self._error}")
        raise AssertionError("the emulator holds no long poll: nothing is due at its end")

    def _run(self):
        try:
            self._answer = self._receive()
        except Exception as error:  # handed to whoever asks for the answer
            self._error = error

    def is_open(self):
        return self._thread.is_alive()

    def answer(self):
        """What the receive returned, or raises what it raised."""
        self._thread.join(CALL_LIMIT_SECONDS)
        if self.is_open():
            raise AssertionError("the long poll was not answered")
        if self._error is not None:
            raise self._error
        return self._answer


def _epoch_ms(instant):
    return round(datetime.fromisoformat(instant.replace("Z", "+00:00")).timestamp() * 1000)


def equal(actual, expected):
    if actual != expected:
        raise AssertionError(f"{_short(actual)} is not {_short(expected)}")


def matches(text, pattern):
    if not re.search(pattern, text):
        raise AssertionError(f"{_short(text)} does not match {pattern}")


def _short(value):
    text = repr(value)
    return text if len(text) < 250 else f"{text[:120]}…{text[-120:]}"
