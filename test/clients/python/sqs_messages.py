"""Scenarios about single messages, for every Python client of SQS."""

import hashlib

from harness import equal, matches, now_ms
from sqs_queues import counts_of, new_queue


def _text(value):
    return {"DataType": "String", "StringValue": value}


#: Attributes and their digests as AWS computed them. Source: SQS Developer Guide, calculating the MD5 message digest.
DIGESTS = [
    ({"Foo": _text("Bar")}, "ae7155c6026991b6d54b11589678bf9c"),
    ({"timestamp": {"DataType": "Number", "StringValue": "1493147359900"}}, "235c5c510d26fb653d073faed50ae77c"),
    (
        {
            "attr1": {
                "DataType": "Binary",
                "BinaryValue": b"traceparent\x1e00-774062d6c37081a5a0b9b5b88e30627c-2d2482211f6489da-01",
            }
        },
        "8cbe4db156db8a94db8b801b7addb984",
    ),
    (
        {"UserId": {"DataType": "Number.bigint", "StringValue": "1234567890123456789012"}},
        "797ab158d73dcb5242dedc4412c8e855",
    ),
]

GREETINGS = {"Hello": _text("There"), "General": _text("Kenobi"), "Help.Me": _text("Me")}

#: What each choice of attribute names returns, with the digest of what is returned.
SELECTIONS = [
    (["All"], ["General", "Hello", "Help.Me"], "4c360f3fdafd970e05fae2f149d997f5"),
    (["Hel.*"], ["Hello", "Help.Me"], "83fee93c1bcd8b9a5a923ffacdc636c7"),
    (["Hello", "General"], ["General", "Hello"], "fca026605781cb4126a1e9044df24232"),
    (["Help"], [], None),
]

TRACE_HEADER = "Root=1-5759e988-bd862e3fe1be46a994272793;Parent=53995c3f42cd8ad8;Sampled=1"


def _md5(body):
    return hashlib.md5(body.encode()).hexdigest()


def receive_one(sqs, url, **options):
    """The one message that a receive finds."""
    messages = sqs.receive_message(QueueUrl=url, **options).get("Messages", [])
    equal(len(messages), 1)
    return messages[0]


def receive_none(sqs, url):
    """Asserts that nothing can be received."""
    equal(sqs.receive_message(QueueUrl=url).get("Messages", []), [])


def send_receive_delete(tools):
    sqs, url = tools.sqs, new_queue(tools.sqs)
    sent = sqs.send_message(QueueUrl=url, MessageBody="message")
    equal(sent["MD5OfMessageBody"], "78e731027d8fd50ed642340b7c9a63b3")
    matches(sent["MessageId"], "^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$")
    received = receive_one(sqs, url)
    equal(sorted(received), ["Body", "MD5OfBody", "MessageId", "ReceiptHandle"])
    equal(received["MessageId"], sent["MessageId"])
    equal(received["Body"], "message")
    equal(received["MD5OfBody"], sent["MD5OfMessageBody"])
    sqs.delete_message(QueueUrl=url, ReceiptHandle=received["ReceiptHandle"])
    equal(counts_of(sqs, url), [0, 0, 0])


def message_attributes(tools):
    sqs, url = tools.sqs, new_queue(tools.sqs)
    for attributes, digest in DIGESTS:
        sent = sqs.send_message(QueueUrl=url, MessageBody="a", MessageAttributes=attributes)
        equal(sent["MD5OfMessageAttributes"], digest)
        received = receive_one(sqs, url, MessageAttributeNames=["All"])
        equal(received["MD5OfMessageAttributes"], digest)
        equal(received["MessageAttributes"], attributes)
        sqs.delete_message(QueueUrl=url, ReceiptHandle=received["ReceiptHandle"])


def attribute_selection(tools):
    url = new_queue(tools.sqs)
    tools.sqs.send_message(QueueUrl=url, MessageBody="a", MessageAttributes=GREETINGS)
    for names, returned, digest in SELECTIONS:
        message = receive_one(tools.sqs, url, MessageAttributeNames=names, VisibilityTimeout=0)
        equal(sorted(message.get("MessageAttributes", {})), returned)
        equal(message.get("MD5OfMessageAttributes"), digest)


def empty_selection(tools):
    sqs, url = tools.sqs, new_queue(tools.sqs)
    sqs.send_message(QueueUrl=url, MessageBody="a", MessageAttributes=GREETINGS)
    received = receive_one(sqs, url, AttributeNames=[], MessageAttributeNames=[])
    equal(sorted(received), ["Body", "MD5OfBody", "MessageId", "ReceiptHandle"])
    equal(sqs.get_queue_attributes(QueueUrl=url, AttributeNames=[]).get("Attributes", {}), {})


def system_attributes(tools):
    url = new_queue(tools.sqs)
    system = {"AWSTraceHeader": _text(TRACE_HEADER)}
    sent = tools.sqs.send_message(QueueUrl=url, MessageBody="a", MessageSystemAttributes=system)
    equal(sent["MD5OfMessageSystemAttributes"], "5ae4d5d7636402d80f4eb6d213245a88")
    received = receive_one(tools.sqs, url, AttributeNames=["All"])
    now = str(now_ms())
    expected = {"SenderId": "000000000000", "SentTimestamp": now, "ApproximateFirstReceiveTimestamp": now}
    equal(received["Attributes"], {**expected, "ApproximateReceiveCount": "1", "AWSTraceHeader": TRACE_HEADER})


def unicode_body(tools):
    url = new_queue(tools.sqs)
    for body in ("héllo 世界 🎉 \U0010ffff\ufffd", "one\r\ntwo\rthree\n\tfour ", "<a b=\"c\">'&amp;&quot;]]></a>"):
        sent = tools.sqs.send_message(QueueUrl=url, MessageBody=body)
        equal(sent["MD5OfMessageBody"], _md5(body))
        received = receive_one(tools.sqs, url)
        equal(received["Body"], body)
        equal(received["MD5OfBody"], _md5(body))


def large_body(tools):
    sqs, url = tools.sqs, new_queue(tools.sqs)
    body = "é" * 524_288
    sqs.send_message(QueueUrl=url, MessageBody=body)
    equal(receive_one(sqs, url)["Body"], body)
    tools.refused("InvalidParameterValue", lambda: sqs.send_message(QueueUrl=url, MessageBody=body + "a"))


def forbidden_characters(tools):
    sqs, url = tools.sqs, new_queue(tools.sqs)
    for body in ("bell \x07", "not a character \uffff"):
        tools.refused("InvalidMessageContents", lambda: sqs.send_message(QueueUrl=url, MessageBody=body))
    receive_none(sqs, url)


def receive_limits(tools):
    sqs, url = tools.sqs, new_queue(tools.sqs)
    for body in ("a", "b", "c", "d"):
        sqs.send_message(QueueUrl=url, MessageBody=body)
    equal(receive_one(sqs, url)["Body"], "a")
    messages = sqs.receive_message(QueueUrl=url, MaxNumberOfMessages=2)["Messages"]
    equal([message["Body"] for message in messages], ["b", "c"])
    tools.refused("InvalidParameterValue", lambda: sqs.receive_message(QueueUrl=url, MaxNumberOfMessages=11))
    tools.refused("InvalidParameterValue", lambda: sqs.receive_message(QueueUrl=url, WaitTimeSeconds=21))


def receipt_handle(tools):
    sqs = tools.sqs
    handle = {"QueueUrl": new_queue(sqs), "ReceiptHandle": "garbage"}
    tools.refused("ReceiptHandleIsInvalid", lambda: sqs.delete_message(**handle))
    tools.refused("ReceiptHandleIsInvalid", lambda: sqs.change_message_visibility(**handle, VisibilityTimeout=5))


def delete_again(tools):
    sqs, url = tools.sqs, new_queue(tools.sqs)
    sqs.send_message(QueueUrl=url, MessageBody="a")
    first = receive_one(sqs, url, VisibilityTimeout=0)["ReceiptHandle"]
    second = receive_one(sqs, url, VisibilityTimeout=0)["ReceiptHandle"]
    equal(first == second, False)
    sqs.delete_message(QueueUrl=url, ReceiptHandle=first)
    receive_none(sqs, url)
    for handle in (first, second):
        sqs.delete_message(QueueUrl=url, ReceiptHandle=handle)


MESSAGE_SCENARIOS = {
    "send-receive-delete": send_receive_delete,
    "message-attributes": message_attributes,
    "attribute-selection": attribute_selection,
    "empty-selection": empty_selection,
    "system-attributes": system_attributes,
    "unicode-body": unicode_body,
    "large-body": large_body,
    "forbidden-characters": forbidden_characters,
    "receive-limits": receive_limits,
    "receipt-handle": receipt_handle,
    "delete-again": delete_again,
}
