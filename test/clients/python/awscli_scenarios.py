"""The AWS command line, version 1. Its calls run in this process, through the driver that the `aws` script makes and calls,
which saves a second each; those of a long poll, and one whole scenario, run the script itself."""

import base64
import contextlib
import io
import json
import os
import re
import subprocess
import sys
import threading

from awscli.clidriver import create_clidriver
from harness import CALL_LIMIT_SECONDS, URL, equal, run_program
from sqs_errors import QUERY_CODES
from sqs_messages import send_receive_delete
from sqs_scenarios import SQS_SCENARIOS

DRIVER = create_clidriver()
AWS = [sys.executable, os.path.join(os.path.dirname(sys.executable), "aws")]
# The endpoint must be given as a flag: for sqs this version ignores the variables that name one.
COMMON = ["--endpoint-url", URL, "--region", "us-east-1", "--output", "json", "sqs"]


class CliError(Exception):
    """What `aws` prints when the service refuses."""

    def __init__(self, status, text):
        found = re.search(r"An error occurred \((\S+)\) when calling the \w+ operation: (.*)", text, re.DOTALL)
        self.status = status
        self.code = found and found.group(1)
        self.message = found.group(2).strip() if found else text
        super().__init__(f"aws exited with {status}: {text.strip()}")


def _in_process(arguments):
    out, err = io.StringIO(), io.StringIO()
    with contextlib.redirect_stdout(out), contextlib.redirect_stderr(err):
        status = DRIVER.main(arguments)
    return status, out.getvalue(), err.getvalue()


def _as_process(arguments):
    done = subprocess.run([*AWS, *arguments], capture_output=True, text=True, timeout=CALL_LIMIT_SECONDS, check=False)
    return done.returncode, done.stdout, done.stderr


class AwsCli:
    """Looks like a boto3 client: each call is one `aws sqs` command, its parameters are flags."""

    def __init__(self, run):
        self._run = run

    def __getattr__(self, operation):
        def call(**parameters):
            flags = [text for name, value in parameters.items() for text in (_flag(name), _argument(value))]
            # Output is captured for the whole process, so another thread needs a process of its own.
            run = self._run if threading.current_thread() is threading.main_thread() else _as_process
            status, out, err = run([*COMMON, operation.replace("_", "-"), *flags])
            if status != 0:
                raise CliError(status, err)
            return _with_bytes(json.loads(out)) if out.strip() else {}

        return call


def _flag(name):
    return "--" + re.sub(r"(?<=[a-z])(?=[A-Z])|(?<=AWS)(?=[A-Z])", "-", name).lower()


def _argument(value):
    if isinstance(value, (dict, list)):
        return json.dumps(value, default=lambda raw: raw.decode())  # version 1 takes binary values as they are
    return str(value)


def _with_bytes(value):
    """Binary values are printed in base64."""
    if isinstance(value, list):
        return [_with_bytes(item) for item in value]
    if not isinstance(value, dict):
        return value
    return {name: base64.b64decode(item) if name == "BinaryValue" else _with_bytes(item) for name, item in value.items()}


class Tools:
    def __init__(self, run):
        self.sqs = AwsCli(run)

    def refused(self, name, call):
        """The message of the refusal."""
        try:
            call()
        except CliError as error:
            equal(error.code, QUERY_CODES.get(name, name))
            return error.message
        raise AssertionError(f"succeeded, though it should have been {name}")


#: Scenarios that run the script itself.
BY_SCRIPT = {"send-receive-delete": lambda _tools: send_receive_delete(Tools(_as_process))}

run_program({name: BY_SCRIPT.get(name, scenario) for name, scenario in SQS_SCENARIOS.items()}, Tools(_in_process))
