"""aliyun-mns-sdk, and mnscmd on it, against signatures that are checked."""

from harness import URL, equal, run_program
from mns.account import Account
from mns.queue import Message, QueueMeta
from mns.topic import TopicMessage, TopicMeta
from mns_queues import refused
from mnscmd import fail, succeed

#: The key of keys.json, which twinmq checks signatures with, two that it refuses, and a temporary one with its token and another.
RIGHT = ("test-key", "test-secret")
WRONG = ("test-key", "test-secret-not")
UNKNOWN = ("nobody", "test-secret")
TEMPORARY = ("test-temporary-key", "test-secret", "test-token")
OUTDATED = ("test-temporary-key", "test-secret", "test-token-not")


def _command(key):
    return {"mnsendpoint": URL, "accesskeyid": key[0], "accesskeysecret": key[1], "token": key[2] if len(key) > 2 else ""}


def right_secret(_tools):
    account = Account(URL, *RIGHT)
    queue, topic = account.get_queue("orders"), account.get_topic("news")
    queue.create(QueueMeta(vis_timeout=45))
    equal(len(account.list_queue("o", 10)[0]), 1)
    queue.send_message(Message("I am 测试字符串."))
    received = queue.receive_message_with_str_body(1)
    equal(received.message_body, "I am 测试字符串.")
    changed = queue.change_message_visibility(received.receipt_handle, 60)
    queue.batch_delete_message([changed.receipt_handle])
    refused("MessageNotExist", queue.receive_message)
    topic.create(TopicMeta())
    topic.publish_message(TopicMessage("a"))
    equal(succeed("getqueueattr", queuename="orders", **_command(RIGHT))["ActiveMessages"], "0")


def _refuses_all(key, code):
    account = Account(URL, *key)
    queue = account.get_queue("orders")
    refused(code, lambda: queue.create(QueueMeta()))
    refused(code, lambda: account.list_queue("o", 10))
    refused(code, lambda: queue.send_message(Message("a")))
    refused(code, queue.receive_message)
    refused(code, lambda: queue.delete_message("8-000000000000000000000000000000000000=="))
    refused(code, lambda: account.get_topic("news").create(TopicMeta()))
    fail(code, "getqueueattr", queuename="orders", **_command(key))


def wrong_secret(_tools):
    _refuses_all(WRONG, "SignatureDoesNotMatch")
    equal(Account(URL, *RIGHT).list_queue("o"), ([], ""))


def unknown_key(_tools):
    _refuses_all(UNKNOWN, "InvalidAccessKeyId")


def temporary_key(_tools):
    queue = Account(URL, *TEMPORARY).get_queue("orders")
    queue.create(QueueMeta())
    queue.send_message(Message("a"))
    _refuses_all(OUTDATED, "InvalidAccessKeyId")
    equal(queue.receive_message_with_str_body().message_body, "a")
    equal(succeed("getqueueattr", queuename="orders", **_command(TEMPORARY))["InactiveMessages"], "1")


SCENARIOS = [right_secret, wrong_secret, unknown_key, temporary_key]

run_program({scenario.__name__.replace("_", "-"): scenario for scenario in SCENARIOS})
