"""Scenarios about the waits that AWS demands and --strict keeps, for every Python client of SQS."""

from harness import advance, equal, matches
from sqs_queues import new_queue


def purge_again(tools):
    url = new_queue(tools.sqs)
    tools.sqs.purge_queue(QueueUrl=url)
    advance("59999ms")
    message = tools.refused("PurgeQueueInProgress", lambda: tools.sqs.purge_queue(QueueUrl=url))
    matches(message, "Only one PurgeQueue operation on orders is allowed every 60 seconds")
    advance("1ms")
    tools.sqs.purge_queue(QueueUrl=url)


def create_again(tools):
    url = new_queue(tools.sqs)
    tools.sqs.delete_queue(QueueUrl=url)
    advance("59999ms")
    message = tools.refused("QueueDeletedRecently", lambda: new_queue(tools.sqs))
    matches(message, "You must wait 60 seconds after deleting a queue")
    advance("1ms")
    equal(new_queue(tools.sqs), url)


STRICT_SCENARIOS = {"purge-again": purge_again, "create-again": create_again}
