"""Scenarios about message move tasks, for every Python client of SQS."""

import base64
import json

from harness import advance, equal, now_ms
from sqs_dead_letters import arn_of, new_dead_letters
from sqs_messages import receive_one
from sqs_queues import counts_of, new_queue

SOURCE = arn_of("dead")


def _tasks(sqs):
    return sqs.list_message_move_tasks(SourceArn=SOURCE, MaxResults=10).get("Results", [])


def _task_handle(task_id, source):
    return base64.b64encode(json.dumps({"taskId": task_id, "sourceArn": source}).encode()).decode()


def move_task(tools):
    sqs = tools.sqs
    source, dead = new_dead_letters(sqs, "a", "b")
    letter = receive_one(sqs, dead)
    sqs.change_message_visibility(QueueUrl=dead, ReceiptHandle=letter["ReceiptHandle"], VisibilityTimeout=0)
    started_at_ms = now_ms()
    handle = sqs.start_message_move_task(SourceArn=SOURCE)["TaskHandle"]
    equal(json.loads(base64.b64decode(handle))["sourceArn"], SOURCE)
    advance("1s")
    expected = {"Status": "COMPLETED", "SourceArn": SOURCE, "StartedTimestamp": started_at_ms}
    expected |= {"ApproximateNumberOfMessagesToMove": 2, "ApproximateNumberOfMessagesMoved": 2}
    equal(_tasks(sqs), [expected])
    equal(counts_of(sqs, dead), [0, 0, 0])
    back = receive_one(sqs, source, AttributeNames=["All"])
    equal(back["Body"], "a")
    equal(back["MessageId"] == letter["MessageId"], False)
    equal(back["Attributes"]["ApproximateReceiveCount"], "1")
    equal(int(back["Attributes"]["SentTimestamp"]) >= started_at_ms, True)


def move_task_destination(tools):
    sqs = tools.sqs
    source, _ = new_dead_letters(sqs, "a", "b")
    other = sqs.create_queue(QueueName="other")["QueueUrl"]
    sqs.start_message_move_task(SourceArn=SOURCE, DestinationArn=arn_of("other"))
    advance("1s")
    equal(counts_of(sqs, other), [2, 0, 0])
    equal(counts_of(sqs, source), [0, 0, 0])
    sqs.start_message_move_task(SourceArn=SOURCE)
    advance("1s")
    equal([task.get("DestinationArn") for task in _tasks(sqs)], [None, arn_of("other")])


def move_task_rate(tools):
    sqs = tools.sqs
    source, dead = new_dead_letters(sqs, "a", "b", "c", "d")
    handle = sqs.start_message_move_task(SourceArn=SOURCE, MaxNumberOfMessagesPerSecond=1)["TaskHandle"]
    advance("1s")
    running = _tasks(sqs)[0]
    equal(running["Status"], "RUNNING")
    equal(running["TaskHandle"], handle)
    equal(running["MaxNumberOfMessagesPerSecond"], 1)
    equal(running["ApproximateNumberOfMessagesToMove"], 4)
    moved = running["ApproximateNumberOfMessagesMoved"]
    equal(moved in (1, 2), True)
    tools.refused("InvalidParameterValue", lambda: sqs.start_message_move_task(SourceArn=SOURCE))
    cancelled = sqs.cancel_message_move_task(TaskHandle=handle)
    equal(cancelled["ApproximateNumberOfMessagesMoved"], moved)
    advance("10s")
    equal(_tasks(sqs)[0]["Status"], "CANCELLED")
    equal(counts_of(sqs, source), [moved, 0, 0])
    equal(counts_of(sqs, dead), [4 - moved, 0, 0])


def move_task_refused(tools):
    sqs = tools.sqs
    orders = new_queue(sqs)

    def start(**options):
        return lambda: sqs.start_message_move_task(**options)

    def cancel(handle):
        return lambda: sqs.cancel_message_move_task(TaskHandle=handle)

    tools.refused("InvalidParameterValue", start(SourceArn=arn_of("orders")))
    tools.refused("ResourceNotFoundException", start(SourceArn=arn_of("nowhere")))
    sqs.delete_queue(QueueUrl=orders)
    new_dead_letters(sqs, "a")
    tools.refused("ResourceNotFoundException", start(SourceArn=SOURCE, DestinationArn=arn_of("nowhere")))
    tools.refused("InvalidParameterValue", start(SourceArn=SOURCE, MaxNumberOfMessagesPerSecond=501))
    tools.refused("InvalidParameterValue", cancel("garbage"))
    never = "11111111-2222-4333-8444-555555555555"
    tools.refused("ResourceNotFoundException", cancel(_task_handle(never, SOURCE)))
    tools.refused("ResourceNotFoundException", cancel(_task_handle(never, arn_of("nowhere"))))


MOVE_TASK_SCENARIOS = {
    "move-task": move_task,
    "move-task-destination": move_task_destination,
    "move-task-rate": move_task_rate,
    "move-task-refused": move_task_refused,
}
