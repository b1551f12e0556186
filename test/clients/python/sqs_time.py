"""Scenarios about time, for every Python client of SQS. The clock stands still unless it is moved."""

from harness import LongPoll, advance, equal
from sqs_messages import receive_none, receive_one
from sqs_queues import counts_of, new_queue


def delay(tools):
    sqs, url = tools.sqs, new_queue(tools.sqs)
    sqs.send_message(QueueUrl=url, MessageBody="a", DelaySeconds=10)
    advance("9999ms")
    receive_none(sqs, url)
    advance("1ms")
    equal(receive_one(sqs, url)["Body"], "a")


def queue_delay(tools):
    sqs, url = tools.sqs, new_queue(tools.sqs, DelaySeconds="5")
    sqs.send_message(QueueUrl=url, MessageBody="patient")
    sqs.send_message(QueueUrl=url, MessageBody="at once", DelaySeconds=0)
    equal(receive_one(sqs, url)["Body"], "at once")
    receive_none(sqs, url)
    advance("5s")
    equal(receive_one(sqs, url)["Body"], "patient")


def visibility_end(tools):
    sqs, url = tools.sqs, new_queue(tools.sqs, VisibilityTimeout="20")
    sqs.send_message(QueueUrl=url, MessageBody="a")
    first = receive_one(sqs, url)
    advance("19999ms")
    receive_none(sqs, url)
    advance("1ms")
    second = receive_one(sqs, url, AttributeNames=["ApproximateReceiveCount"], VisibilityTimeout=3)
    equal(second["MessageId"], first["MessageId"])
    equal(second["ReceiptHandle"] == first["ReceiptHandle"], False)
    equal(second["Attributes"], {"ApproximateReceiveCount": "2"})
    advance("3s")
    equal(receive_one(sqs, url)["MessageId"], first["MessageId"])


def visibility_change(tools):
    sqs, url = tools.sqs, new_queue(tools.sqs)
    sqs.send_message(QueueUrl=url, MessageBody="a")
    first = receive_one(sqs, url)
    sqs.change_message_visibility(QueueUrl=url, ReceiptHandle=first["ReceiptHandle"], VisibilityTimeout=0)
    second = receive_one(sqs, url)
    sqs.change_message_visibility(QueueUrl=url, ReceiptHandle=second["ReceiptHandle"], VisibilityTimeout=100)
    advance("99999ms")
    receive_none(sqs, url)
    advance("1ms")
    equal(receive_one(sqs, url)["MessageId"], first["MessageId"])


def long_poll_send(tools):
    sqs, url = tools.sqs, new_queue(tools.sqs)
    poll = LongPoll(lambda: sqs.receive_message(QueueUrl=url, WaitTimeSeconds=20), 20_000)
    sent = sqs.send_message(QueueUrl=url, MessageBody="a")
    equal(poll.answer()["Messages"][0]["MessageId"], sent["MessageId"])
    equal(counts_of(sqs, url), [0, 1, 0])


def long_poll_delay(tools):
    sqs, url = tools.sqs, new_queue(tools.sqs, ReceiveMessageWaitTimeSeconds="20")
    poll = LongPoll(lambda: sqs.receive_message(QueueUrl=url), 20_000)
    sqs.send_message(QueueUrl=url, MessageBody="a", DelaySeconds=5)
    advance("4999ms")
    equal(poll.is_open(), True)
    advance("1ms")
    equal(poll.answer()["Messages"][0]["Body"], "a")


def long_poll_end(tools):
    sqs, url = tools.sqs, new_queue(tools.sqs)
    poll = LongPoll(lambda: sqs.receive_message(QueueUrl=url, WaitTimeSeconds=2), 2_000)
    advance("1999ms")
    equal(poll.is_open(), True)
    advance("1ms")
    equal(poll.answer().get("Messages", []), [])


TIME_SCENARIOS = {
    "delay": delay,
    "queue-delay": queue_delay,
    "visibility-end": visibility_end,
    "visibility-change": visibility_change,
    "long-poll-send": long_poll_send,
    "long-poll-delay": long_poll_delay,
    "long-poll-end": long_poll_end,
}
