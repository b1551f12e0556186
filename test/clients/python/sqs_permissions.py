"""Scenarios about permissions, for every Python client of SQS."""

import json

from harness import equal, matches
from sqs_queues import new_queue

ARN = "arn:aws:sqs:us-east-1:000000000000:orders"

#: More than the seven that one statement may hold.
EIGHT_ACTIONS = [
    "SendMessage",
    "ReceiveMessage",
    "DeleteMessage",
    "ChangeMessageVisibility",
    "GetQueueAttributes",
    "GetQueueUrl",
    "ListDeadLetterSourceQueues",
    "PurgeQueue",
]


def _policy(sqs, url):
    attributes = sqs.get_queue_attributes(QueueUrl=url, AttributeNames=["Policy"]).get("Attributes", {})
    return json.loads(attributes["Policy"]) if "Policy" in attributes else None


def _permit(sqs, url, label, accounts, actions):
    sqs.add_permission(QueueUrl=url, Label=label, AWSAccountIds=accounts, Actions=actions)


def permissions(tools):
    sqs, url = tools.sqs, new_queue(tools.sqs)
    _permit(sqs, url, "send", ["111111111111"], ["SendMessage"])
    statement = {
        "Sid": "send",
        "Effect": "Allow",
        "Principal": {"AWS": "arn:aws:iam::111111111111:root"},
        "Action": "SQS:SendMessage",
        "Resource": ARN,
    }
    whole = {"Version": "2008-10-17", "Id": f"{ARN}/SQSDefaultPolicy", "Statement": [statement]}
    equal(_policy(sqs, url), whole)
    accounts = ["222222222222", "333333333333"]
    _permit(sqs, url, "take", accounts, ["ReceiveMessage", "DeleteMessage"])
    take = _policy(sqs, url)["Statement"][1]
    equal(sorted(take["Principal"]["AWS"]), [f"arn:aws:iam::{account}:root" for account in accounts])
    equal(sorted(take["Action"]), ["SQS:DeleteMessage", "SQS:ReceiveMessage"])
    sqs.remove_permission(QueueUrl=url, Label="take")
    equal(_policy(sqs, url), whole)
    sqs.remove_permission(QueueUrl=url, Label="send")
    equal(_policy(sqs, url), None)


def permission_refused(tools):
    sqs, url = tools.sqs, new_queue(tools.sqs)

    def permit(label, account, actions):
        return lambda: _permit(sqs, url, label, [account], actions)

    permit("send", "111111111111", ["SendMessage"])()
    matches(tools.refused("InvalidParameterValue", permit("send", "222222222222", ["SendMessage"])), "Already exists")
    unknown = tools.refused("InvalidParameterValue", lambda: sqs.remove_permission(QueueUrl=url, Label="never"))
    matches(unknown, "can't find label")
    tools.refused("OverLimit", permit("all", "111111111111", EIGHT_ACTIONS))
    tools.refused("InvalidParameterValue", permit("own", "111111111111", ["CreateQueue"]))
    equal(len(_policy(sqs, url)["Statement"]), 1)


def policy(tools):
    sqs, url = tools.sqs, new_queue(tools.sqs)
    statement = {"Effect": "Allow", "Principal": "*", "Action": "sqs:SendMessage", "Resource": ARN}
    document = {"Version": "2012-10-17", "Statement": [statement]}

    def set_policy(text):
        sqs.set_queue_attributes(QueueUrl=url, Attributes={"Policy": text})

    set_policy(json.dumps(document))
    equal(_policy(sqs, url), document)
    tools.refused("InvalidAttributeValue", lambda: set_policy("no policy"))
    equal(_policy(sqs, url), document)
    set_policy("")
    equal(_policy(sqs, url), None)


PERMISSION_SCENARIOS = {"permissions": permissions, "permission-refused": permission_refused, "policy": policy}
