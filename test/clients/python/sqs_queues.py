"""Scenarios about queues, for every Python client of SQS: `tools.sqs` takes and gives what boto3 does."""

from harness import equal, matches, now_ms

#: Attributes of a standard queue that was told nothing. Source: SQS API Reference, GetQueueAttributes.
ATTRIBUTES_OF_EVERY_QUEUE = [
    "ApproximateNumberOfMessages",
    "ApproximateNumberOfMessagesDelayed",
    "ApproximateNumberOfMessagesNotVisible",
    "CreatedTimestamp",
    "DelaySeconds",
    "LastModifiedTimestamp",
    "MaximumMessageSize",
    "MessageRetentionPeriod",
    "QueueArn",
    "ReceiveMessageWaitTimeSeconds",
    "SqsManagedSseEnabled",
    "VisibilityTimeout",
]


def new_queue(sqs, **attributes):
    """Makes the queue and returns its URL."""
    options = {"Attributes": attributes} if attributes else {}
    return sqs.create_queue(QueueName="orders", **options)["QueueUrl"]


def counts_of(sqs, url):
    """The counts of a queue: ready, in flight, delayed."""
    names = [f"ApproximateNumberOfMessages{state}" for state in ("", "NotVisible", "Delayed")]
    attributes = sqs.get_queue_attributes(QueueUrl=url, AttributeNames=names)["Attributes"]
    return [int(attributes[name]) for name in names]


def _queue_of_four(sqs):
    """One ready, two in flight, one delayed."""
    url = new_queue(sqs)
    for body in ("a", "b", "c"):
        sqs.send_message(QueueUrl=url, MessageBody=body)
    sqs.send_message(QueueUrl=url, MessageBody="later", DelaySeconds=60)
    equal(len(sqs.receive_message(QueueUrl=url, MaxNumberOfMessages=2)["Messages"]), 2)
    return url


def create_queue(tools):
    first = new_queue(tools.sqs, VisibilityTimeout="45", DelaySeconds="0")
    matches(first, "^http://.*/orders$")
    equal(new_queue(tools.sqs), first)
    equal(new_queue(tools.sqs, VisibilityTimeout="45"), first)


def create_conflict(tools):
    url = new_queue(tools.sqs, VisibilityTimeout="45")
    message = tools.refused("QueueNameExists", lambda: new_queue(tools.sqs, VisibilityTimeout="46"))
    matches(message, "VisibilityTimeout")
    found = tools.sqs.get_queue_attributes(QueueUrl=url, AttributeNames=["VisibilityTimeout"])
    equal(found["Attributes"], {"VisibilityTimeout": "45"})


def queue_url(tools):
    created = new_queue(tools.sqs)
    equal(tools.sqs.get_queue_url(QueueName="orders")["QueueUrl"], created)


def queue_missing(tools):
    sqs = tools.sqs
    url = new_queue(sqs).replace("orders", "nowhere")
    tools.refused("QueueDoesNotExist", lambda: sqs.get_queue_url(QueueName="nowhere"))
    tools.refused("QueueDoesNotExist", lambda: sqs.send_message(QueueUrl=url, MessageBody="a"))
    tools.refused("QueueDoesNotExist", lambda: sqs.receive_message(QueueUrl=url))
    tools.refused("QueueDoesNotExist", lambda: sqs.delete_queue(QueueUrl=url))


def list_queues(tools):
    names = ["page-1", "page-2", "page-3", "page-4", "page-5", "other"]
    urls = [tools.sqs.create_queue(QueueName=name)["QueueUrl"] for name in names]
    whole = tools.sqs.list_queues(QueueNamePrefix="page-")
    equal(sorted(whole["QueueUrls"]), urls[:5])
    equal(whole.get("NextToken"), None)
    equal(tools.sqs.list_queues(QueueNamePrefix="Page-").get("QueueUrls", []), [])
    pages, token = [], {}
    while len(pages) < 9:
        page = tools.sqs.list_queues(QueueNamePrefix="page-", MaxResults=2, **token)
        pages.append(page["QueueUrls"])
        if "NextToken" not in page:
            break
        token = {"NextToken": page["NextToken"]}
    equal([len(page) for page in pages], [2, 2, 1])
    equal(sorted(url for page in pages for url in page), urls[:5])


def queue_attributes(tools):
    url = new_queue(tools.sqs, DelaySeconds="7")
    changes = {"ReceiveMessageWaitTimeSeconds": "5", "DelaySeconds": "8"}
    tools.sqs.set_queue_attributes(QueueUrl=url, Attributes=changes)
    names = [*changes, "VisibilityTimeout"]
    some = tools.sqs.get_queue_attributes(QueueUrl=url, AttributeNames=names)["Attributes"]
    equal(some, {**changes, "VisibilityTimeout": "30"})
    attributes = tools.sqs.get_queue_attributes(QueueUrl=url, AttributeNames=["All"])["Attributes"]
    equal(sorted(attributes), ATTRIBUTES_OF_EVERY_QUEUE)
    equal(attributes["QueueArn"], "arn:aws:sqs:us-east-1:000000000000:orders")
    equal(attributes["MaximumMessageSize"], "1048576")
    equal(attributes["MessageRetentionPeriod"], "345600")
    equal(attributes["CreatedTimestamp"], str(now_ms() // 1000))


def attribute_name(tools):
    sqs, url = tools.sqs, new_queue(tools.sqs)
    wrong = {"Colour": "green"}
    tools.refused("InvalidAttributeName", lambda: sqs.set_queue_attributes(QueueUrl=url, Attributes=wrong))
    tools.refused("InvalidAttributeName", lambda: sqs.get_queue_attributes(QueueUrl=url, AttributeNames=["Colour"]))
    tools.refused("InvalidAttributeName", lambda: sqs.create_queue(QueueName="green", Attributes=wrong))


def attribute_value(tools):
    url = new_queue(tools.sqs)
    for name, value in (
        ("DelaySeconds", "901"),
        ("VisibilityTimeout", "-1"),
        ("MaximumMessageSize", "1023"),
        ("MessageRetentionPeriod", "long"),
    ):
        change = {"QueueUrl": url, "Attributes": {name: value}}
        message = tools.refused("InvalidAttributeValue", lambda: tools.sqs.set_queue_attributes(**change))
        matches(message, name)


def queue_counts(tools):
    equal(counts_of(tools.sqs, _queue_of_four(tools.sqs)), [1, 2, 1])


def queue_tags(tools):
    sqs = tools.sqs
    url = sqs.create_queue(QueueName="orders", tags={"team": "pay", "tier": "1"})["QueueUrl"]
    sqs.tag_queue(QueueUrl=url, Tags={"tier": "2", "Empty": ""})
    equal(sqs.list_queue_tags(QueueUrl=url)["Tags"], {"team": "pay", "tier": "2", "Empty": ""})
    sqs.untag_queue(QueueUrl=url, TagKeys=["team", "never"])
    equal(sqs.list_queue_tags(QueueUrl=url)["Tags"], {"tier": "2", "Empty": ""})


def purge_queue(tools):
    url = _queue_of_four(tools.sqs)
    tools.sqs.purge_queue(QueueUrl=url)
    equal(counts_of(tools.sqs, url), [0, 0, 0])
    tools.sqs.send_message(QueueUrl=url, MessageBody="after")
    equal(counts_of(tools.sqs, url), [1, 0, 0])


def delete_queue(tools):
    url = _queue_of_four(tools.sqs)
    tools.sqs.delete_queue(QueueUrl=url)
    tools.refused("QueueDoesNotExist", lambda: tools.sqs.get_queue_url(QueueName="orders"))
    tools.refused("QueueDoesNotExist", lambda: tools.sqs.receive_message(QueueUrl=url))
    equal(new_queue(tools.sqs), url)
    equal(counts_of(tools.sqs, url), [0, 0, 0])


QUEUE_SCENARIOS = {
    "create-queue": create_queue,
    "create-conflict": create_conflict,
    "queue-url": queue_url,
    "queue-missing": queue_missing,
    "list-queues": list_queues,
    "queue-attributes": queue_attributes,
    "attribute-name": attribute_name,
    "attribute-value": attribute_value,
    "queue-counts": queue_counts,
    "queue-tags": queue_tags,
    "purge-queue": purge_queue,
    "delete-queue": delete_queue,
}
