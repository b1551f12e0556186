"""The AWS command line runs the commands of a transcript, so that what is recorded there is what it says. The small `aws` is
held to the same transcript by tests of its own. With `--record` the transcript is written anew."""

import contextlib
import io
import os
import re
import shlex
import sys

from awscli.clidriver import create_clidriver
from harness import URL, run_program

FOLDER = os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "..", "aws-cli")
TRANSCRIPT = os.path.join(FOLDER, "transcript.txt")

#: What version 2 of the command line says otherwise: exit codes, and the head of a complaint.
USAGE_CODE, SERVICE_CODE = 252, 254

#: What differs from run to run.
MASKS = [
    (re.compile(r"AQEB[A-Za-z0-9+/=]{20,}"), "{handle}"),
    (re.compile(r"[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f-]{22}"), "{id}"),
    (re.compile(r'(?<="TaskHandle": ")[^"]+'), "{task}"),
    (re.compile(r"\b1[678]\d{8}(\d{3})?\b"), "{time}"),
    (re.compile(r"\b\d{20}\b"), "{sequence}"),
]


def _said(line):
    sys.argv = ["aws"]
    words = shlex.split(line.replace("$Q/", f"{URL}/000000000000/").replace("$F/", f"file://{FOLDER}/values/"))
    out, err = io.StringIO(), io.StringIO()
    with contextlib.redirect_stdout(out), contextlib.redirect_stderr(err):
        try:
            code = create_clidriver().main(["--endpoint-url", URL, *words])
        except SystemExit as ended:
            code = ended.code
    return _as_version_2(code, out.getvalue(), err.getvalue())


def _as_version_2(code, out, err):
    if "usage: aws" in err:
        head, said = err.split("<subcommand> help\n", 1)
        err = "{usage}\n" + said.lstrip("\n")
        code = USAGE_CODE
    elif "An error occurred (" in err:
        code = SERVICE_CODE
    elif re.search("Error parsing|Parameter validation|Bad value for", err):
        code = USAGE_CODE
    return code, _masked(out), _masked(err)


def _masked(text):
    for pattern, name in [(re.compile(re.escape(URL)), "{url}"), *MASKS]:
        text = pattern.sub(name, text)
    return text


def _entry(line):
    code, out, err = _said(line)
    lines = [f"$ {line}".rstrip()]
    lines += [f"| {text}".rstrip() if text.strip() == "" else f"| {text}" for text in out.split("\n")[:-1]]
    lines += [f"! {text}".rstrip() for text in err.split("\n")[:-1]]
    return "\n".join([*lines, f"= {code}"])


def _lines(text):
    return [line[2:] for line in text.split("\n") if line == "$" or line.startswith("$ ")]


def transcript(_tools):
    with open(TRANSCRIPT, encoding="utf8") as file:
        entries = file.read().strip().split("\n\n")
    for recorded in entries:
        found = _entry(recorded.split("\n", 1)[0][2:])
        if found != recorded:
            raise AssertionError(f"recorded:\n{recorded}\nbut now:\n{found}")


if "--record" in sys.argv:
    with open(TRANSCRIPT, encoding="utf8") as file:
        said = [_entry(line) for line in _lines(file.read())]
    with open(TRANSCRIPT, "w", encoding="utf8") as file:
        file.write("\n\n".join(said) + "\n")
else:
    run_program({"transcript": transcript})
