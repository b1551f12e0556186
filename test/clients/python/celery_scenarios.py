"""Celery on kombu's SQS transport: it sends through boto3, and its worker receives through pycurl."""

import contextlib
import os
import signal
import subprocess
import sys
import tempfile
import time

import boto3
from harness import URL, equal, run_program
from sqs_queues import counts_of

RECORD = os.path.join(tempfile.mkdtemp(), "record")
os.environ["TASK_RECORD"] = RECORD
SQS = boto3.client("sqs", endpoint_url=URL, region_name="us-east-1")

import celery_app  # noqa: E402  (it reads the variable that was just set)

#: Longest time that work may take, in real seconds.
LIMIT_SECONDS = 60


@contextlib.contextmanager
def _worker(queue="celery", processes=2):
    """A worker that runs while the block does, and is killed, with its processes, when it ends."""
    words = ["-A", "celery_app", "worker", "-Q", queue, "-c", str(processes), "--loglevel", "error"]
    quiet = ["--without-gossip", "--without-mingle", "--without-heartbeat"]
    command = [sys.executable, "-m", "celery", *words, *quiet]
    place = os.path.dirname(os.path.abspath(__file__))
    variables = {**os.environ, "PYTHONWARNINGS": "ignore"}  # it warns of a superuser, whom containers run as
    options = {"cwd": place, "env": variables, "stdout": subprocess.DEVNULL, "start_new_session": True}
    worker = subprocess.Popen(command, **options)
    try:
        yield
    finally:
        os.killpg(worker.pid, signal.SIGKILL)
        worker.wait()


def _records():
    with open(RECORD, encoding="utf-8") as file:
        return file.read().splitlines()


def _until(is_done):
    end = time.monotonic() + LIMIT_SECONDS
    while not is_done():
        if time.monotonic() > end:
            raise AssertionError(f"not done after {LIMIT_SECONDS} s: {len(_records())} records")
        time.sleep(0.02)


def _begin(visibility_seconds=None):
    """An empty record, and perhaps a queue, in place of the one that Celery would make."""
    if visibility_seconds is not None:
        SQS.create_queue(QueueName="celery", Attributes={"VisibilityTimeout": str(visibility_seconds)})
    with open(RECORD, "w", encoding="utf-8"):
        pass


def _is_empty(queue):
    return counts_of(SQS, SQS.get_queue_url(QueueName=queue)["QueueUrl"]) == [0, 0, 0]


def tasks(_tools):
    """Every tenth task fails once, every hundredth twice."""
    _begin()
    failures = [2 if number % 100 == 0 else 1 if number % 10 == 0 else 0 for number in range(1_000)]
    with _worker():
        for number, count in enumerate(failures):
            celery_app.work.delay(number, count)
        _until(lambda: len(_records()) >= 1_000 + sum(failures) and _is_empty("celery"))
    expected = [f"done {number}" for number in range(1_000)]
    expected += [f"failed {number}" for number, count in enumerate(failures) for _ in range(count)]
    equal(sorted(_records()), sorted(expected))


def task_delay(_tools):
    _begin(visibility_seconds=60)
    celery_app.work.apply_async((1, 0), DelaySeconds=3)
    url = SQS.get_queue_url(QueueName="celery")["QueueUrl"]
    equal(counts_of(SQS, url), [0, 0, 1])
    with _worker():
        _until(lambda: _records() == ["done 1"] and _is_empty("celery"))


def task_again(_tools):
    _begin(visibility_seconds=3)
    celery_app.hold.delay()
    with _worker():
        _until(lambda: _records() == ["held"])
    with _worker():
        _until(lambda: _records() == ["held", "done"] and _is_empty("celery"))


def task_fifo(_tools):
    _begin()
    numbers = range(20)
    for number in numbers:
        celery_app.work.apply_async((number, 0), queue="orders.fifo")
    with _worker("orders.fifo", processes=1):
        _until(lambda: len(_records()) >= len(numbers) and _is_empty("orders.fifo"))
    equal(_records(), [f"done {number}" for number in numbers])


run_program({"tasks": tasks, "task-delay": task_delay, "task-again": task_again, "task-fifo": task_fifo})
