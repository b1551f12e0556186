"""aliyun-mns-sdk: base64 by default, plain text on demand. It parses answers strictly: an element too few is an error."""

import base64
import hashlib

from harness import LongPoll, advance, equal, matches, now_ms, run_program
from mns.message_property import MessagePropertyValue, MessageSystemPropertyValue
from mns.queue import Message
from mns_queues import MNS_QUEUE_SCENARIOS, connect, counts_of, new_queue, refused


def _md5(text):
    return hashlib.md5(text.encode()).hexdigest().upper()


def _bodies(messages):
    return [message.message_body for message in messages]


def _send_all(queue, bodies):
    return queue.batch_send_message([Message(body) for body in bodies])


def send_receive_delete(_tools):
    queue = new_queue()
    sent = queue.send_message(Message("hello"))
    matches(sent.message_id, "^[0-9A-F]{32}$")
    equal(sent.receipt_handle, "")
    received, now = queue.receive_message_with_str_body(), now_ms()
    equal(received.message_id, sent.message_id)
    equal(received.message_body, "hello")
    equal(received.message_body_md5, sent.message_body_md5)
    equal([received.dequeue_count, received.priority], [1, 8])
    times = [received.enqueue_time, received.first_dequeue_time, received.next_visible_time]
    equal(times, [now, now, now + 30_000])
    queue.delete_message(received.receipt_handle)
    equal(counts_of(queue), [0, 0, 0])
    refused("MessageNotExist", lambda: queue.delete_message(received.receipt_handle))


def base64_body(_tools):
    queue, body = new_queue(), "I am 测试字符串."
    sent = queue.send_message(Message(body))
    equal(sent.message_body_md5, _md5(base64.b64encode(body.encode()).decode()))
    received = queue.receive_message()
    equal(received.message_body_md5, sent.message_body_md5)
    equal(received.message_body, body.encode())


def plain_body(_tools):
    queue = new_queue()
    queue.set_encoding(False)
    for body in ("I am 测试字符串. 🎉", "<a b=\"c\">'&amp;]]></a>"):
        equal(queue.send_message(Message(body)).message_body_md5, _md5(body))
        received = queue.receive_message()
        equal(received.message_body_md5, _md5(body))
        equal(received.message_body, body)


def large_body(_tools):
    queue = new_queue()
    queue.set_encoding(False)
    queue.send_message(Message("x" * 65_536))
    equal(queue.receive_message().message_body, "x" * 65_536)
    refused("InvalidArgument", lambda: queue.send_message(Message("x" * 65_537)))


def properties(_tools):
    queue, sent = new_queue(), {}
    sent["kind"] = MessagePropertyValue.create_string("greeting <&>")
    sent["size"] = MessagePropertyValue.create_number("12.5")
    sent["urgent"] = MessagePropertyValue.create_boolean(True)
    sent["raw"] = MessagePropertyValue.create_binary(b"\x00\x01\x02\xff")
    message = Message("a")
    message.set_user_properties(sent)
    message.add_system_property("traceparent", MessageSystemPropertyValue.create_string("00-aa-bb-01"))
    queue.send_message(message)
    expected = {name: (value.get_data_type(), value.get_raw_value()) for name, value in sent.items()}
    for received in (queue.peek_message(), queue.batch_receive_message(16)[0]):
        found = received.get_user_properties()
        equal({name: (value.get_data_type(), value.get_raw_value()) for name, value in found.items()}, expected)
        equal(received.get_system_properties()["traceparent"].get_raw_value(), "00-aa-bb-01")


def priorities(_tools):
    queue = new_queue()
    for priority in (9, 1, None, 16, 8):
        queue.send_message(Message(f"p{priority}", priority=priority))
    received = [queue.receive_message_with_str_body().message_body for _ in range(5)]
    equal(received, ["p1", "pNone", "p8", "p9", "p16"])


def delay(_tools):
    queue = new_queue(delay_seconds=5)
    queue.send_message(Message("own", delay_seconds=10))
    queue.send_message(Message("queue's"))
    advance("5s")
    equal(queue.receive_message_with_str_body().message_body, "queue's")
    advance("4999ms")
    refused("MessageNotExist", queue.receive_message)
    advance("1ms")
    equal(queue.receive_message_with_str_body().message_body, "own")


def delay_handle(_tools):
    queue = new_queue()
    sent = queue.send_message(Message("a", delay_seconds=10))
    matches(sent.receipt_handle, ".")
    queue.delete_message(sent.receipt_handle)
    equal(counts_of(queue), [0, 0, 0])


def visibility_end(_tools):
    queue = new_queue(visibility_timeout=20)
    queue.send_message(Message("a"))
    first = queue.receive_message()
    advance("19999ms")
    refused("MessageNotExist", queue.receive_message)
    advance("1ms")
    second = queue.receive_message()
    equal(second.message_id, first.message_id)
    equal(second.dequeue_count, 2)
    equal(second.first_dequeue_time, first.first_dequeue_time)
    equal(second.receipt_handle == first.receipt_handle, False)


def visibility_change(_tools):
    queue = new_queue()
    queue.send_message(Message("a"))
    old = queue.receive_message().receipt_handle
    changed = queue.change_message_visibility(old, 100)
    equal(changed.receipt_handle == old, False)
    equal(int(changed.next_visible_time), now_ms() + 100_000)
    refused("MessageNotExist", lambda: queue.delete_message(old))
    refused("InvalidArgument", lambda: queue.change_message_visibility(changed.receipt_handle, 0))
    advance("99999ms")
    queue.delete_message(changed.receipt_handle)
    equal(counts_of(queue), [0, 0, 0])


def receipt_handle(_tools):
    queue = new_queue()
    refused("ReceiptHandleError", lambda: queue.delete_message("garbage"))
    refused("ReceiptHandleError", lambda: queue.change_message_visibility("garbage", 5))


def handle_expired(_tools):
    queue = new_queue()
    queue.send_message(Message("a"))
    handle = queue.receive_message().receipt_handle
    advance("30s")
    refused("MessageNotExist", lambda: queue.delete_message(handle))
    refused("MessageNotExist", lambda: queue.change_message_visibility(handle, 5))
    equal(counts_of(queue), [1, 0, 0])


def empty_receive(_tools):
    refused("MessageNotExist", new_queue().receive_message)


def long_poll_send(_tools):
    queue = new_queue()
    poll = LongPoll(lambda: connect().get_queue("orders").receive_message(30), 30_000)
    sent = queue.send_message(Message("a"))
    equal(poll.answer().message_id, sent.message_id)


def long_poll_end(_tools):
    new_queue()
    poll = LongPoll(lambda: connect().get_queue("orders").receive_message(2), 2_000)
    advance("1999ms")
    equal(poll.is_open(), True)
    advance("1ms")
    refused("MessageNotExist", poll.answer)


def peek(_tools):
    queue = new_queue()
    refused("MessageNotExist", queue.peek_message)
    sent = queue.send_message(Message("a"))
    peeked = queue.peek_message_with_str_body()
    equal(peeked.message_id, sent.message_id)
    equal(peeked.message_body, "a")
    equal(peeked.dequeue_count, 0)
    equal(peeked.first_dequeue_time, peeked.enqueue_time)
    equal(counts_of(queue), [1, 0, 0])


def send_batch(_tools):
    queue, bodies = new_queue(), [f"message {number}" for number in range(1, 17)]
    sent = _send_all(queue, bodies)
    refused("InvalidArgument", lambda: _send_all(queue, [*bodies, "one more"]))
    received = queue.batch_receive_message_with_str_body(16)
    equal(_bodies(received), bodies)
    equal([message.message_id for message in received], [message.message_id for message in sent])
    refused("MessageNotExist", lambda: queue.batch_receive_message(16))


def send_batch_part(_tools):
    queue = new_queue(maximum_message_size=1024)
    error = refused("InvalidArgument", lambda: _send_all(queue, ["a", "x" * 1_100, "b"]))
    one, other = ["MessageBodyMD5", "MessageId"], ["ErrorCode", "ErrorMessage"]
    equal([sorted(entry) for entry in error.sub_errors], [one, other, one])
    equal(_bodies(queue.batch_receive_message_with_str_body(16)), ["a", "b"])


def peek_batch(_tools):
    queue = new_queue()
    _send_all(queue, ["a", "b", "c"])
    equal(_bodies(queue.batch_peek_message_with_str_body(16)), ["a", "b", "c"])
    equal(_bodies(queue.batch_peek_message_with_str_body(2)), ["a", "b"])
    equal(counts_of(queue), [3, 0, 0])


def delete_batch(_tools):
    queue = new_queue()
    _send_all(queue, ["a", "b", "c"])
    handles = [message.receipt_handle for message in queue.batch_receive_message(3)]
    queue.batch_delete_message(handles[:1])
    error = refused("MessageNotExist", lambda: queue.batch_delete_message(handles))
    equal([failed["ReceiptHandle"] for failed in error.sub_errors], handles[:1])
    equal(counts_of(queue), [0, 0, 0])


MESSAGE_SCENARIOS = [
    send_receive_delete,
    base64_body,
    plain_body,
    large_body,
    properties,
    priorities,
    delay,
    delay_handle,
    visibility_end,
    visibility_change,
    receipt_handle,
    handle_expired,
    empty_receive,
    long_poll_send,
    long_poll_end,
    peek,
    send_batch,
    send_batch_part,
    peek_batch,
    delete_batch,
]

SCENARIOS = [*MNS_QUEUE_SCENARIOS, *MESSAGE_SCENARIOS]

run_program({scenario.__name__.replace("_", "-"): scenario for scenario in SCENARIOS})
