"""Runs mnscmd, the command line that aliyun-mns-sdk ships, as it is installed."""

import os
import re
import subprocess
import sys

from harness import CALL_LIMIT_SECONDS, equal, matches

_MNSCMD = [sys.executable, os.path.join(os.path.dirname(sys.executable), "mnscmd")]


def mnscmd(command, **options):
    """Runs one command and returns what it printed."""
    flags = [f"--{name}={value}" for name, value in options.items()]
    done = subprocess.run(
        [*_MNSCMD, command, *flags], capture_output=True, text=True, timeout=CALL_LIMIT_SECONDS, check=False
    )
    equal((done.returncode, done.stderr), (0, ""))
    return done.stdout


def succeed(command, **options):
    """Runs one command, which must succeed, and returns the values it printed as `name : value`, by name."""
    text = mnscmd(command, **options)
    matches(text, f"(?m)^{command} succeed!")
    matches(text, "(?m)^RequestId: [0-9A-F]{24}$")
    return {name: value.strip() for name, value in re.findall(r"(?m)^(\w+) *:(.*)$", text)}


def fail(code, command, **options):
    """Runs one command, which the service must refuse with that code."""
    text = mnscmd(command, **options)
    matches(text, f"(?m)^{command} fail!")
    matches(text, f'MNSServerException  \\("{code}" ".+"\\) RequestID:[0-9A-F]{{24}}')
