"""Scenarios about duplicates on FIFO queues, for every Python client of SQS."""

import hashlib

from harness import advance, equal, matches
from sqs_fifo import new_fifo_queue
from sqs_messages import receive_none, receive_one
from sqs_queues import counts_of

EXPLICIT = {"ContentBasedDeduplication": "false"}


def _send(sqs, url, body, deduplication_id=None, group="g1"):
    """What the send told of the message: a duplicate is told the same."""
    options = {"MessageDeduplicationId": deduplication_id} if deduplication_id else {}
    answer = sqs.send_message(QueueUrl=url, MessageBody=body, MessageGroupId=group, **options)
    return answer["MessageId"], answer["SequenceNumber"]


def _differ(first, second):
    if first[0] == second[0]:
        raise AssertionError(f"{first} and {second} are one message")


def dedup_explicit(tools):
    sqs, url = tools.sqs, new_fifo_queue(tools.sqs, **EXPLICIT)
    first = _send(sqs, url, "a", "d1")
    equal(_send(sqs, url, "b", "d1"), first)
    _differ(_send(sqs, url, "a", "d2"), first)
    equal(counts_of(sqs, url), [2, 0, 0])
    received = receive_one(sqs, url, AttributeNames=["MessageDeduplicationId"])
    equal(received["Body"], "a")
    equal(received["Attributes"], {"MessageDeduplicationId": "d1"})


def dedup_content(tools):
    sqs, url = tools.sqs, new_fifo_queue(tools.sqs)
    first = _send(sqs, url, "a")
    equal(_send(sqs, url, "a"), first)
    equal(_send(sqs, url, "c", hashlib.sha256(b"a").hexdigest()), first)
    _send(sqs, url, "b")
    _send(sqs, url, "a", "another")
    equal(counts_of(sqs, url), [3, 0, 0])


def dedup_missing(tools):
    url = new_fifo_queue(tools.sqs, **EXPLICIT)
    message = tools.refused("InvalidParameterValue", lambda: _send(tools.sqs, url, "a"))
    matches(message, "ContentBasedDeduplication enabled or MessageDeduplicationId provided")


def dedup_scope(tools):
    sqs, url = tools.sqs, new_fifo_queue(tools.sqs, **EXPLICIT, DeduplicationScope="messageGroup")
    first = _send(sqs, url, "a", "d1")
    _differ(_send(sqs, url, "a", "d1", "g2"), first)
    equal(_send(sqs, url, "a", "d1"), first)
    sqs.delete_queue(QueueUrl=url)
    new_fifo_queue(sqs, **EXPLICIT)
    equal(_send(sqs, url, "a", "d1", "g2"), _send(sqs, url, "a", "d1"))


def dedup_window(tools):
    sqs, url = tools.sqs, new_fifo_queue(tools.sqs)
    first = _send(sqs, url, "a")
    sqs.delete_message(QueueUrl=url, ReceiptHandle=receive_one(sqs, url)["ReceiptHandle"])
    advance("299999ms")
    equal(_send(sqs, url, "a"), first)
    receive_none(sqs, url)
    advance("1ms")
    second = _send(sqs, url, "a")
    _differ(second, first)
    equal(receive_one(sqs, url)["MessageId"], second[0])


def dedup_purge(tools):
    sqs, url = tools.sqs, new_fifo_queue(tools.sqs)
    _send(sqs, url, "a")
    sqs.purge_queue(QueueUrl=url)
    second = _send(sqs, url, "a")
    equal(receive_one(sqs, url)["MessageId"], second[0])


DEDUPLICATION_SCENARIOS = {
    "dedup-explicit": dedup_explicit,
    "dedup-content": dedup_content,
    "dedup-missing": dedup_missing,
    "dedup-scope": dedup_scope,
    "dedup-window": dedup_window,
    "dedup-purge": dedup_purge,
}
