"""The Celery application that the scenarios send to, and that the worker runs. What its tasks do stands in a file."""

import os
import time

from celery import Celery

_HOST = os.environ["TWINMQ_URL"].removeprefix("http://")
_RECORD = os.environ["TASK_RECORD"]

app = Celery("celery_app", broker=f"sqs://test:test@{_HOST}//")
app.conf.update(
    broker_transport_options={
        "region": "us-east-1",
        "is_secure": False,
        "visibility_timeout": 60,
        "wait_time_seconds": 1,
        "polling_interval": 0,
    },
    broker_connection_retry_on_startup=True,
    task_ignore_result=True,
    worker_hijack_root_logger=False,
)


def _record(what):
    with open(_RECORD, "a", encoding="utf-8") as file:
        file.write(f"{what}\n")


@app.task(bind=True, max_retries=2)
def work(self, number, failures):
    """Fails so many times, is sent again by its retry each time, and then succeeds."""
    if self.request.retries < failures:
        _record(f"failed {number}")
        raise self.retry(countdown=0)
    _record(f"done {number}")


@app.task(acks_late=True)
def hold():
    """Holds its worker for ever when it is run for the first time."""
    with open(_RECORD, encoding="utf-8") as file:
        first = file.read() == ""
    _record("held" if first else "done")
    while first:
        time.sleep(1)
