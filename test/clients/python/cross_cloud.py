"""One emulator seen by boto3 and aliyun-mns-sdk at once."""

import hashlib

import boto3
from botocore.config import Config
from botocore.exceptions import ClientError
from harness import CALL_LIMIT_SECONDS, URL, LongPoll, equal, run_program
from mns.message_property import MessagePropertyValue
from mns.mns_exception import MNSServerException
from mns.queue import Message, QueueMeta
from mns_queues import connect
from mns_queues import counts_of as mns_counts
from sqs_messages import receive_one
from sqs_queues import counts_of as sqs_counts
from sqs_queues import new_queue

CONFIG = Config(read_timeout=CALL_LIMIT_SECONDS, retries={"max_attempts": 0})
SQS = boto3.client("sqs", endpoint_url=URL, region_name="us-east-1", config=CONFIG)


def orders():
    """The queue as MNS sees it, its bodies as they are on the wire, on a connection of its own."""
    queue = connect().get_queue("orders")
    queue.set_encoding(False)
    return queue


MNS = orders()


def _md5(text):
    return hashlib.md5(text.encode()).hexdigest()


def _mns_id(uuid):
    """The id of a message as MNS prints it, from the UUID that SQS prints."""
    return uuid.replace("-", "").upper()


def _both_count(url, expected):
    equal((sqs_counts(SQS, url), mns_counts(MNS)), (expected, expected))


def queue_of_both(_tools):
    url = new_queue(SQS, VisibilityTimeout="45")
    equal(int(MNS.get_attributes().visibility_timeout), 45)
    MNS.set_attributes(QueueMeta(delay_sec=3))
    names = ["DelaySeconds", "MaximumMessageSize"]
    found = SQS.get_queue_attributes(QueueUrl=url, AttributeNames=names)["Attributes"]
    equal(found, {"DelaySeconds": "3", "MaximumMessageSize": "1048576"})
    equal(int(MNS.get_attributes().maximum_message_size), 65_536)
    equal(connect().list_queue(), ([f"{URL}/queues/orders"], ""))


def mns_to_sqs(_tools):
    url = new_queue(SQS)
    sent = MNS.send_message(Message("grüße"))
    equal(sent.message_body_md5, _md5("grüße").upper())
    received = receive_one(SQS, url)
    equal(_mns_id(received["MessageId"]), sent.message_id)
    equal([received["Body"], received["MD5OfBody"]], ["grüße", _md5("grüße")])
    SQS.delete_message(QueueUrl=url, ReceiptHandle=received["ReceiptHandle"])
    _both_count(url, [0, 0, 0])


def sqs_to_mns(_tools):
    url = new_queue(SQS)
    sent = SQS.send_message(QueueUrl=url, MessageBody="<grüße>&")
    received = MNS.receive_message()
    equal(received.message_id, _mns_id(sent["MessageId"]))
    equal(received.message_body, "<grüße>&")
    equal(received.message_body_md5, sent["MD5OfMessageBody"].upper())
    MNS.delete_message(received.receipt_handle)
    _both_count(url, [0, 0, 0])


def attributes(_tools):
    url, text = new_queue(SQS), {"DataType": "String", "StringValue": "greeting"}
    number = {"DataType": "Number.int", "StringValue": "12"}
    raw = {"DataType": "Binary", "BinaryValue": b"\x00\xff"}
    SQS.send_message(QueueUrl=url, MessageBody="a", MessageAttributes={"kind": text, "size": number, "raw": raw})
    found = MNS.receive_message().get_user_properties()
    seen = {name: (value.get_data_type(), value.get_raw_value()) for name, value in found.items()}
    equal(seen, {"kind": ("STRING", "greeting"), "size": ("NUMBER", "12"), "raw": ("BINARY", b"\x00\xff")})
    message = Message("b")
    message.add_user_property("urgent", MessagePropertyValue.create_boolean(True))
    message.add_user_property("raw", MessagePropertyValue.create_binary(b"\x00\xff"))
    MNS.send_message(message)
    received = receive_one(SQS, url, MessageAttributeNames=["All"])["MessageAttributes"]
    equal(received, {"urgent": {"DataType": "String", "StringValue": "true"}, "raw": raw})


def counts(_tools):
    url = new_queue(SQS)
    SQS.send_message(QueueUrl=url, MessageBody="a")
    MNS.send_message(Message("b"))
    MNS.send_message(Message("c", delay_seconds=60))
    _both_count(url, [2, 0, 1])
    MNS.receive_message()
    _both_count(url, [1, 1, 1])
    receive_one(SQS, url)
    _both_count(url, [0, 2, 1])


def receive_count(_tools):
    url = new_queue(SQS)
    MNS.send_message(Message("a"))
    receive_one(SQS, url, VisibilityTimeout=0)
    second = MNS.receive_message()
    equal(second.dequeue_count, 2)
    MNS.delete_message(second.receipt_handle)
    _both_count(url, [0, 0, 0])


def long_poll(_tools):
    url = new_queue(SQS)
    poll = LongPoll(lambda: SQS.receive_message(QueueUrl=url, WaitTimeSeconds=20), 20_000)
    MNS.send_message(Message("from MNS"))
    message = poll.answer()["Messages"][0]
    equal(message["Body"], "from MNS")
    SQS.delete_message(QueueUrl=url, ReceiptHandle=message["ReceiptHandle"])
    poll = LongPoll(lambda: orders().receive_message(30), 30_000)
    SQS.send_message(QueueUrl=url, MessageBody="from SQS")
    equal(poll.answer().message_body, "from SQS")


def _code_of(call):
    try:
        call()
    except ClientError as error:
        return error.response["Error"]["Code"]
    except MNSServerException as error:
        return error.type
    return None


def handle_stays(_tools):
    url = new_queue(SQS)
    for body in ("a", "b"):
        SQS.send_message(QueueUrl=url, MessageBody=body)
    of_sqs = receive_one(SQS, url)["ReceiptHandle"]
    of_mns = MNS.receive_message().receipt_handle
    equal(_code_of(lambda: MNS.delete_message(of_sqs)), "ReceiptHandleError")
    equal(_code_of(lambda: SQS.delete_message(QueueUrl=url, ReceiptHandle=of_mns)), "ReceiptHandleIsInvalid")
    _both_count(url, [0, 2, 0])


def large_body(_tools):
    body = "x" * 1_048_576
    SQS.send_message(QueueUrl=new_queue(SQS), MessageBody=body)
    equal(MNS.receive_message().message_body, body)


SCENARIOS = [
    queue_of_both,
    mns_to_sqs,
    sqs_to_mns,
    attributes,
    counts,
    receive_count,
    long_poll,
    handle_stays,
    large_body,
]

run_program({scenario.__name__.replace("_", "-"): scenario for scenario in SCENARIOS})
