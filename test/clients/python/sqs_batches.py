"""Scenarios about batches, for every Python client of SQS."""

from harness import equal, matches
from sqs_messages import receive_one
from sqs_queues import counts_of, new_queue


def _ids(entries):
    return sorted(entry["Id"] for entry in entries or [])


def _entries_of(names):
    return [{"Id": name, "MessageBody": name} for name in names]


def _held_and_bad(sqs, url):
    """Two messages in flight, as a batch with one handle that was never issued."""
    sqs.send_message_batch(QueueUrl=url, Entries=_entries_of("ab"))
    messages = sqs.receive_message(QueueUrl=url, MaxNumberOfMessages=10)["Messages"]
    equal(len(messages), 2)
    held = [{"Id": message["Body"], "ReceiptHandle": message["ReceiptHandle"]} for message in messages]
    return [held[0], {"Id": "bad", "ReceiptHandle": "garbage"}, held[1]]


def _only_bad_failed(answer):
    equal(_ids(answer["Successful"]), ["a", "b"])
    equal(_ids(answer["Failed"]), ["bad"])
    equal(answer["Failed"][0]["Code"], "ReceiptHandleIsInvalid")
    equal(answer["Failed"][0]["SenderFault"], True)


def send_batch(tools):
    sqs, url = tools.sqs, new_queue(tools.sqs)
    names = list("abcdefghij")
    sent = sqs.send_message_batch(QueueUrl=url, Entries=_entries_of(names))
    equal(_ids(sent["Successful"]), names)
    equal(sent.get("Failed", []), [])
    messages = sqs.receive_message(QueueUrl=url, MaxNumberOfMessages=10)["Messages"]
    equal([message["Body"] for message in messages], names)
    id_of = {entry["Id"]: entry["MessageId"] for entry in sent["Successful"]}
    equal({message["Body"]: message["MessageId"] for message in messages}, id_of)


def send_batch_part(tools):
    sqs, url = tools.sqs, new_queue(tools.sqs, MaximumMessageSize="1024")
    bad = [{"Id": "long", "MessageBody": "x" * 1025}, {"Id": "bell", "MessageBody": "\x07"}]
    answer = sqs.send_message_batch(QueueUrl=url, Entries=[*_entries_of("a"), *bad, *_entries_of("b")])
    equal(_ids(answer["Successful"]), ["a", "b"])
    codes = {entry["Id"]: entry["Code"] for entry in answer["Failed"]}
    equal(codes, {"long": "InvalidParameterValue", "bell": "InvalidMessageContents"})
    equal([entry["SenderFault"] for entry in answer["Failed"]], [True, True])
    equal(counts_of(sqs, url), [2, 0, 0])


def delete_batch(tools):
    sqs, url = tools.sqs, new_queue(tools.sqs)
    _only_bad_failed(sqs.delete_message_batch(QueueUrl=url, Entries=_held_and_bad(sqs, url)))
    equal(counts_of(sqs, url), [0, 0, 0])


def visibility_batch(tools):
    sqs, url = tools.sqs, new_queue(tools.sqs)
    timeouts = {"a": 0, "b": 90, "bad": 90}
    entries = [{**entry, "VisibilityTimeout": timeouts[entry["Id"]]} for entry in _held_and_bad(sqs, url)]
    _only_bad_failed(sqs.change_message_visibility_batch(QueueUrl=url, Entries=entries))
    equal(counts_of(sqs, url), [1, 1, 0])
    equal(receive_one(sqs, url)["Body"], "a")


def batch_empty(tools):
    sqs, none = tools.sqs, {"QueueUrl": new_queue(tools.sqs), "Entries": []}
    tools.refused("EmptyBatchRequest", lambda: sqs.send_message_batch(**none))
    tools.refused("EmptyBatchRequest", lambda: sqs.delete_message_batch(**none))
    tools.refused("EmptyBatchRequest", lambda: sqs.change_message_visibility_batch(**none))


def _refused_send(tools, name, entries):
    url = new_queue(tools.sqs)
    message = tools.refused(name, lambda: tools.sqs.send_message_batch(QueueUrl=url, Entries=entries))
    equal(counts_of(tools.sqs, url), [0, 0, 0])
    return message


def batch_ids(tools):
    matches(_refused_send(tools, "BatchEntryIdsNotDistinct", _entries_of("abb")), "Id b repeated")


def batch_id_form(tools):
    _refused_send(tools, "InvalidBatchEntryId", _entries_of(["a", "b c"]))


def batch_count(tools):
    matches(_refused_send(tools, "TooManyEntriesInBatchRequest", _entries_of("abcdefghijk")), "11")


def batch_bytes(tools):
    half = "x" * 524_288
    entries = [{"Id": "a", "MessageBody": half + "x"}, {"Id": "b", "MessageBody": half}]
    matches(_refused_send(tools, "BatchRequestTooLong", entries), "1048577")
    entries[0]["MessageBody"] = half
    sent = tools.sqs.send_message_batch(QueueUrl=new_queue(tools.sqs), Entries=entries)
    equal(_ids(sent["Successful"]), ["a", "b"])


BATCH_SCENARIOS = {
    "send-batch": send_batch,
    "send-batch-part": send_batch_part,
    "delete-batch": delete_batch,
    "visibility-batch": visibility_batch,
    "batch-empty": batch_empty,
    "batch-ids": batch_ids,
    "batch-id-form": batch_id_form,
    "batch-count": batch_count,
    "batch-bytes": batch_bytes,
}
