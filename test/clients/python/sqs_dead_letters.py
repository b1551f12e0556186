"""Scenarios about dead-letter queues, for every Python client of SQS."""

import json

from harness import advance, equal, matches
from sqs_messages import receive_none, receive_one
from sqs_queues import counts_of


def arn_of(name):
    """The ARN of a queue by its name."""
    return f"arn:aws:sqs:us-east-1:000000000000:{name}"


def _redrive_to(name, maximum):
    """The attribute that sends messages to a dead-letter queue after so many receives."""
    policy = {"deadLetterTargetArn": arn_of(name)} | ({} if maximum is None else {"maxReceiveCount": maximum})
    return {"RedrivePolicy": json.dumps(policy)}


def _new_pair(sqs, maximum, ending="", **attributes):
    """Makes a queue and the dead-letter queue `dead` of its kind, and returns both URLs."""
    own = {"Attributes": attributes} if attributes else {}
    dead = sqs.create_queue(QueueName=f"dead{ending}", **own)["QueueUrl"]
    options = {**attributes, **_redrive_to(f"dead{ending}", maximum)}
    return sqs.create_queue(QueueName=f"orders{ending}", Attributes=options)["QueueUrl"], dead


def new_dead_letters(sqs, *bodies):
    """Makes a pair of queues whose dead-letter queue holds these bodies, in order; the source is empty."""
    source, dead = _new_pair(sqs, 1)
    for body in bodies:
        sqs.send_message(QueueUrl=source, MessageBody=body)
    sqs.receive_message(QueueUrl=source, MaxNumberOfMessages=10, VisibilityTimeout=1)
    advance("1s")
    receive_none(sqs, source)
    equal(counts_of(sqs, dead), [len(bodies), 0, 0])
    return source, dead


def _attribute(sqs, url, name):
    return sqs.get_queue_attributes(QueueUrl=url, AttributeNames=[name]).get("Attributes", {}).get(name)


def _sources(sqs, url, **options):
    answer = sqs.list_dead_letter_source_queues(QueueUrl=url, **options)
    return sorted(answer.get("queueUrls", [])), answer.get("NextToken")


def redrive_policy(tools):
    sqs = tools.sqs
    source, _ = _new_pair(sqs, 3)
    policy = json.loads(_attribute(sqs, source, "RedrivePolicy"))
    equal(policy, {"deadLetterTargetArn": arn_of("dead"), "maxReceiveCount": 3})
    sqs.set_queue_attributes(QueueUrl=source, Attributes=_redrive_to("dead", 5))
    equal(json.loads(_attribute(sqs, source, "RedrivePolicy"))["maxReceiveCount"], 5)
    sqs.set_queue_attributes(QueueUrl=source, Attributes={"RedrivePolicy": ""})
    equal(_attribute(sqs, source, "RedrivePolicy"), None)


def redrive_refused(tools):
    source, _ = _new_pair(tools.sqs, 3)

    def setting(attributes):
        return lambda: tools.sqs.set_queue_attributes(QueueUrl=source, Attributes=attributes)

    missing = tools.refused("InvalidParameterValue", setting(_redrive_to("nowhere", 3)))
    matches(missing, "Dead letter target does not exist")
    tools.refused("InvalidParameterValue", setting(_redrive_to("dead", 0)))
    tools.refused("InvalidParameterValue", setting(_redrive_to("dead", None)))
    equal(json.loads(_attribute(tools.sqs, source, "RedrivePolicy"))["maxReceiveCount"], 3)


def redrive_allow(tools):
    sqs = tools.sqs
    source, dead = _new_pair(sqs, 3)

    def allow(**policy):
        sqs.set_queue_attributes(QueueUrl=dead, Attributes={"RedriveAllowPolicy": json.dumps(policy)})
        equal(json.loads(_attribute(sqs, dead, "RedriveAllowPolicy")), policy)

    redrive = {"QueueUrl": source, "Attributes": _redrive_to("dead", 4)}
    allow(redrivePermission="denyAll")
    tools.refused("InvalidParameterValue", lambda: sqs.set_queue_attributes(**redrive))
    allow(redrivePermission="byQueue", sourceQueueArns=[arn_of("orders")])
    sqs.set_queue_attributes(**redrive)


def dead_letter(tools):
    sqs = tools.sqs
    source, dead = _new_pair(sqs, 2)
    message_id = sqs.send_message(QueueUrl=source, MessageBody="a")["MessageId"]
    first = receive_one(sqs, source, VisibilityTimeout=1, AttributeNames=["All"])
    advance("1s")
    receive_one(sqs, source, VisibilityTimeout=1)
    advance("1s")
    equal(counts_of(sqs, dead), [0, 0, 0])
    receive_none(sqs, source)
    equal(counts_of(sqs, source), [0, 0, 0])
    letter = receive_one(sqs, dead, AttributeNames=["All"])
    equal(letter["MessageId"], message_id)
    equal(letter["Body"], "a")
    equal(letter["Attributes"]["DeadLetterQueueSourceArn"], arn_of("orders"))
    equal(letter["Attributes"]["ApproximateReceiveCount"], "3")
    equal(letter["Attributes"]["SentTimestamp"], first["Attributes"]["SentTimestamp"])


def dead_letter_fifo(tools):
    sqs = tools.sqs
    source, dead = _new_pair(sqs, 1, ending=".fifo", FifoQueue="true", ContentBasedDeduplication="true")
    for body in ("a", "b"):
        sqs.send_message(QueueUrl=source, MessageBody=body, MessageGroupId="g1")
    receive_one(sqs, source, VisibilityTimeout=1)
    advance("1s")
    equal(receive_one(sqs, source)["Body"], "b")
    letter = receive_one(sqs, dead, AttributeNames=["All"])
    equal(letter["Body"], "a")
    equal(letter["Attributes"]["MessageGroupId"], "g1")
    equal(letter["Attributes"]["MessageDeduplicationId"], letter["MessageId"])
    equal(letter["Attributes"]["DeadLetterQueueSourceArn"], arn_of("orders.fifo"))


def dead_letter_sources(tools):
    sqs = tools.sqs
    source, dead = _new_pair(sqs, 1)
    equal(_sources(sqs, source)[0], [])
    urls = [source]
    for name in ("second", "third"):
        urls.append(sqs.create_queue(QueueName=name, Attributes=_redrive_to("dead", 1))["QueueUrl"])
    equal(_sources(sqs, dead)[0], sorted(urls))
    first, token = _sources(sqs, dead, MaxResults=2)
    equal(len(first), 2)
    rest, end = _sources(sqs, dead, MaxResults=2, NextToken=token)
    equal(end, None)
    equal(sorted(first + rest), sorted(urls))


DEAD_LETTER_SCENARIOS = {
    "redrive-policy": redrive_policy,
    "redrive-refused": redrive_refused,
    "redrive-allow": redrive_allow,
    "dead-letter": dead_letter,
    "dead-letter-fifo": dead_letter_fifo,
    "dead-letter-sources": dead_letter_sources,
}
