"""Scenarios about message groups and their order, for every Python client of SQS."""

from harness import LongPoll, advance, equal, matches
from sqs_messages import receive_none, receive_one
from sqs_queues import counts_of


def new_fifo_queue(sqs, **attributes):
    """Makes a FIFO queue and returns its URL. Its senders name no deduplication ids."""
    options = {"FifoQueue": "true", "ContentBasedDeduplication": "true", **attributes}
    return sqs.create_queue(QueueName="orders.fifo", Attributes=options)["QueueUrl"]


def _group_of(body):
    return body.split("-")[0]


def _send_all(sqs, url, *bodies):
    """Sends bodies such as g1-a: what stands before the dash is the message group."""
    return [sqs.send_message(QueueUrl=url, MessageBody=body, MessageGroupId=_group_of(body)) for body in bodies]


def _receive_all(sqs, url, **options):
    return sqs.receive_message(**{"QueueUrl": url, "MaxNumberOfMessages": 10, **options}).get("Messages", [])


def _bodies(messages):
    return [message["Body"] for message in messages]


def fifo_attributes(tools):
    sqs, url = tools.sqs, new_fifo_queue(tools.sqs)
    attributes = sqs.get_queue_attributes(QueueUrl=url, AttributeNames=["All"])["Attributes"]
    equal(attributes["QueueArn"], "arn:aws:sqs:us-east-1:000000000000:orders.fifo")
    equal(attributes["FifoQueue"], "true")
    equal(attributes["ContentBasedDeduplication"], "true")
    equal(attributes["DeduplicationScope"], "queue")
    equal(attributes["FifoThroughputLimit"], "perQueue")
    fifo = {"FifoQueue": "true"}
    tools.refused("InvalidParameterValue", lambda: sqs.create_queue(QueueName="orders", Attributes=fifo))
    tools.refused("InvalidParameterValue", lambda: sqs.create_queue(QueueName="bare.fifo"))


def fifo_order(tools):
    url = new_fifo_queue(tools.sqs)
    numbers = [answer["SequenceNumber"] for answer in _send_all(tools.sqs, url, "g1-a", "g1-b", "g1-c")]
    for number in numbers:
        matches(number, r"^\d{20}$")
    equal(sorted(numbers), numbers)
    messages = _receive_all(tools.sqs, url, AttributeNames=["All"])
    equal(_bodies(messages), ["g1-a", "g1-b", "g1-c"])
    equal([message["Attributes"]["SequenceNumber"] for message in messages], numbers)
    equal({message["Attributes"]["MessageGroupId"] for message in messages}, {"g1"})
    matches(messages[0]["Attributes"]["MessageDeduplicationId"], "^[0-9a-f]{64}$")


def fifo_lock(tools):
    sqs, url = tools.sqs, new_fifo_queue(tools.sqs)
    _send_all(sqs, url, "g1-a", "g1-b", "g2-a")
    first = receive_one(sqs, url)
    equal(first["Body"], "g1-a")
    equal(_bodies(_receive_all(sqs, url)), ["g2-a"])
    _send_all(sqs, url, "g1-c")
    receive_none(sqs, url)
    sqs.delete_message(QueueUrl=url, ReceiptHandle=first["ReceiptHandle"])
    equal(_bodies(_receive_all(sqs, url)), ["g1-b", "g1-c"])


def fifo_return(tools):
    sqs, url = tools.sqs, new_fifo_queue(tools.sqs)
    _send_all(sqs, url, "g1-a", "g1-b", "g1-c")
    handle = _receive_all(sqs, url, MaxNumberOfMessages=2)[0]["ReceiptHandle"]
    sqs.change_message_visibility(QueueUrl=url, ReceiptHandle=handle, VisibilityTimeout=0)
    equal(_bodies(_receive_all(sqs, url)), ["g1-a"])
    advance("30s")
    equal(_bodies(_receive_all(sqs, url)), ["g1-a", "g1-b", "g1-c"])


def fifo_batch(tools):
    url = new_fifo_queue(tools.sqs)
    bodies = ["g1-a", "g2-a", "g1-b", "g1-c"]
    entries = [{"Id": body, "MessageBody": body, "MessageGroupId": _group_of(body)} for body in bodies]
    answer = tools.sqs.send_message_batch(QueueUrl=url, Entries=entries)
    equal(len(answer["Successful"]), 4)
    for entry in answer["Successful"]:
        matches(entry["SequenceNumber"], r"^\d{20}$")
    equal(_bodies(_receive_all(tools.sqs, url)), ["g1-a", "g1-b", "g1-c", "g2-a"])


def fifo_long_poll(tools):
    sqs, url = tools.sqs, new_fifo_queue(tools.sqs)
    _send_all(sqs, url, "g1-a", "g1-b")
    first = receive_one(sqs, url)
    poll = LongPoll(lambda: sqs.receive_message(QueueUrl=url, WaitTimeSeconds=20), 20_000)
    sqs.delete_message(QueueUrl=url, ReceiptHandle=first["ReceiptHandle"])
    equal(_bodies(poll.answer()["Messages"]), ["g1-b"])


def fifo_attempt(tools):
    url = new_fifo_queue(tools.sqs)
    _send_all(tools.sqs, url, "g1-a", "g1-b")
    first = _receive_all(tools.sqs, url, ReceiveRequestAttemptId="try-1")
    again = _receive_all(tools.sqs, url, ReceiveRequestAttemptId="try-1")
    equal(_bodies(again), ["g1-a", "g1-b"])
    equal([message["ReceiptHandle"] for message in again], [message["ReceiptHandle"] for message in first])
    equal(_receive_all(tools.sqs, url, ReceiveRequestAttemptId="try-2"), [])


def fifo_handle_expired(tools):
    sqs, url = tools.sqs, new_fifo_queue(tools.sqs)
    _send_all(sqs, url, "g1-a")
    handle = receive_one(sqs, url, VisibilityTimeout=5)["ReceiptHandle"]
    advance("5s")
    expired = tools.refused("InvalidParameterValue", lambda: sqs.delete_message(QueueUrl=url, ReceiptHandle=handle))
    matches(expired, "The receipt handle has expired")
    equal(counts_of(sqs, url), [1, 0, 0])


def fifo_refused(tools):
    url = new_fifo_queue(tools.sqs)

    def send(**options):
        return lambda: tools.sqs.send_message(QueueUrl=url, MessageBody="a", **options)

    matches(tools.refused("MissingParameter", send()), "MessageGroupId")
    tools.refused("InvalidParameterValue", send(MessageGroupId="g1", DelaySeconds=1))
    tools.refused("InvalidParameterValue", send(MessageGroupId="a group"))
    tools.refused("InvalidParameterValue", send(MessageGroupId="g1", MessageDeduplicationId="an id"))
    equal(counts_of(tools.sqs, url), [0, 0, 0])


def fair_groups(tools):
    sqs = tools.sqs
    url = sqs.create_queue(QueueName="orders")["QueueUrl"]
    for answer in _send_all(sqs, url, "g1-a", "g1-b"):
        equal(answer.get("SequenceNumber"), None)
    receive_one(sqs, url)
    second = receive_one(sqs, url, AttributeNames=["MessageGroupId"])
    equal(second["Body"], "g1-b")
    equal(second["Attributes"], {"MessageGroupId": "g1"})
    named = {"QueueUrl": url, "MessageBody": "a", "MessageDeduplicationId": "d1"}
    tools.refused("InvalidParameterValue", lambda: sqs.send_message(**named))


FIFO_SCENARIOS = {
    "fifo-attributes": fifo_attributes,
    "fifo-order": fifo_order,
    "fifo-lock": fifo_lock,
    "fifo-return": fifo_return,
    "fifo-batch": fifo_batch,
    "fifo-long-poll": fifo_long_poll,
    "fifo-attempt": fifo_attempt,
    "fifo-handle-expired": fifo_handle_expired,
    "fifo-refused": fifo_refused,
    "fair-groups": fair_groups,
}
