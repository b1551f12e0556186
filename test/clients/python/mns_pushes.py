"""Scenarios of aliyun-mns-sdk about what is published and pushed."""

import base64
import hashlib
import json
import re

from harness import advance, deliveries, equal, matches, now_ms
from mns.message_property import MessagePropertyValue
from mns.mns_common import TopicHelper
from mns.mns_exception import MNSClientParameterException
from mns.topic import Base64TopicMessage, DirectMailInfo, DirectSMSInfo, TopicMessage
from mns_news import new_inbox, new_topic, queue_address, subscribe_to_news
from mns_queues import refused
from receiver import Receiver

RECEIVER = Receiver()


def publish(_tools):
    sent = new_topic().publish_message(TopicMessage("I am 测试字符串."))
    matches(sent.message_id, "^[0-9A-F]{32}$")
    equal(sent.message_body_md5, "9D75198CAA17528AB23790C1861987AF")


def publish_refused(_tools):
    topic = new_topic(maximum_message_size=1024)
    topic.publish_message(TopicMessage("a", "x" * 16))
    try:
        topic.publish_message(TopicMessage("a", "x" * 17))
    except MNSClientParameterException as error:  # the SDK counts by itself
        equal(error.type, "MessageTagInvalid")
    else:
        raise AssertionError("succeeded, though the tag is too long")
    refused("InvalidArgument", lambda: topic.publish_message(TopicMessage("x" * 1025)))


BODY = "<a> & b"
FORMATS = ("XML", "JSON", "SIMPLIFIED")


def _md5(text):
    return hashlib.md5(text.encode()).hexdigest().upper()


def _unescaped(text):
    return text.replace("&lt;", "<").replace("&gt;", ">").replace("&amp;", "&")


def _notified(content_format, text, sent):
    """Checks what is told of the message with BODY and the tag vip."""
    if content_format == "SIMPLIFIED":
        return equal(text, BODY)
    expected = {"TopicName": "news", "SubscriptionName": content_format, "MessageId": sent.message_id}
    expected |= {"Message": BODY, "MessageMD5": _md5(BODY), "MessageTag": "vip", "PublishTime": str(now_ms())}
    xml = {name: _unescaped(value) for name, value in re.findall(r"<(\w+)>([^<]*)</\1>", text)}
    found = xml if content_format == "XML" else json.loads(text)
    return equal({name: found.get(name) for name in expected}, expected)


def push_queue(_tools):
    queues = {content_format: new_inbox(f"in-{content_format}") for content_format in FORMATS}
    topic = new_topic()
    for content_format in FORMATS:
        subscribe_to_news(content_format, queue_address(f"in-{content_format}"), content_format)
    sent = topic.publish_message(TopicMessage(BODY, "vip"))
    for content_format, queue in queues.items():
        received = queue.receive_message()
        _notified(content_format, received.message_body, sent)
        equal(received.message_body_md5, _md5(received.message_body))
        equal(received.message_id == sent.message_id, False)


def push_queue_local(_tools):
    inbox, topic = new_inbox(), new_topic()
    subscribe_to_news("sub", queue_address("inbox", "127"), "SIMPLIFIED")
    topic.publish_message(TopicMessage("a"))
    equal(inbox.receive_message().message_body, "a")


def push_properties(_tools):
    inbox, topic = new_inbox(), new_topic()
    subscribe_to_news("sub", queue_address("inbox"), "SIMPLIFIED")
    message = TopicMessage("a")
    message.add_user_property("kind", MessagePropertyValue.create_string("greeting <&>"))
    message.add_user_property("size", MessagePropertyValue.create_number("12.5"))
    message.add_user_property("urgent", MessagePropertyValue.create_boolean(True))
    message.add_user_property("raw", MessagePropertyValue.create_binary(b"\x00\x01\xff"))
    topic.publish_message(message)
    sent, found = message.get_user_properties(), inbox.receive_message().get_user_properties()
    told = [{name: (one.get_data_type(), one.get_raw_value()) for name, one in some.items()} for some in (found, sent)]
    equal(told[0], told[1])


def filter_tag(_tools):
    inbox, topic = new_inbox(), new_topic()
    subscribe_to_news("sub", queue_address("inbox"), "SIMPLIFIED", tag="vip")
    for body, tag in (("none", ""), ("other", "VIP"), ("own", "vip")):
        topic.publish_message(TopicMessage(body, tag))
    equal(inbox.receive_message().message_body, "own")
    refused("MessageNotExist", inbox.receive_message)


def push_http(_tools):
    RECEIVER.answer(204)
    topic = new_topic()
    for content_format in FORMATS:
        subscribe_to_news(content_format, f"{RECEIVER.url}/take?format={content_format}", content_format)
        sent, push = topic.publish_message(TopicMessage(BODY, "vip")), RECEIVER.next()
        equal([push["verified"], push["path"]], [True, f"/take?format={content_format}"])
        if content_format == "SIMPLIFIED":
            headers = push["headers"]
            equal([headers["x-mns-message-id"], headers["x-mns-message-tag"]], [sent.message_id, "vip"])
        _notified(content_format, push["body"], sent)
        topic.get_subscription(content_format).unsubscribe()


#: Headers that the signature covers by their prefix: those of every push, and those of a body that tells nothing else.
_OF_EVERY_PUSH = ["request-id", "signing-cert-url", "version"]
_OF_BARE_BODY = ["message-id", "publish-time", "subscriber", "subscription-name", "topic-name", "topic-owner"]


def push_exact(_tools):
    RECEIVER.answer(204)
    topic = new_topic()
    for content_format in FORMATS:
        subscribe_to_news(content_format, f"{RECEIVER.url}/take?format={content_format}", content_format)
        more = _OF_BARE_BODY if content_format == "SIMPLIFIED" else []
        for tag in ("", "vip"):
            topic.publish_message(TopicMessage(BODY, tag))
            push = RECEIVER.next()
            equal(push["verified"], True)
            names = [*_OF_EVERY_PUSH, *more, *(["message-tag"] if more and tag else [])]
            found = [name for name in push["headers"] if name.lower().startswith("x-mns-")]
            equal(sorted(found), sorted(f"x-mns-{name}" for name in names))
        topic.get_subscription(content_format).unsubscribe()
    advance("1ms")  # the outcome of every push is known then
    equal([delivery["status"] for delivery in deliveries()], [204] * 6)


def push_base64(_tools):
    RECEIVER.answer(204)
    topic = new_topic()
    subscribe_to_news("sub", RECEIVER.url, "SIMPLIFIED")
    topic.publish_message(Base64TopicMessage("I am 测试字符串."))
    push = RECEIVER.next()
    equal([push["verified"], push["path"]], [True, "/notifications"])
    equal(base64.b64decode(push["body"]).decode(), "I am 测试字符串.")


def push_retry(_tools):
    RECEIVER.answer(500)
    topic = new_topic()
    subscribe_to_news("sub", RECEIVER.url, "SIMPLIFIED", strategy="EXPONENTIAL_DECAY_RETRY")
    topic.publish_message(TopicMessage("a"))
    RECEIVER.next()
    for seconds in (1, 2, 4, 8):
        advance(f"{seconds * 1000 - 1}ms")
        equal(RECEIVER.count(), 0)
        advance("1ms")
        equal(RECEIVER.next()["body"], "a")
    RECEIVER.answer(204)
    advance("16s")
    equal(RECEIVER.next()["body"], "a")
    advance("1h")
    equal(RECEIVER.count(), 0)


def push_given_up(_tools):
    RECEIVER.answer(503)
    topic = new_topic()
    subscribe_to_news("sub", RECEIVER.url, "SIMPLIFIED")
    topic.publish_message(TopicMessage("a"))
    RECEIVER.next()
    advance("9999ms")
    equal(RECEIVER.count(), 0)
    advance("50001ms")
    for _ in range(3):
        RECEIVER.next()
    advance("1d")
    equal(RECEIVER.count(), 0)


def push_elsewhere(_tools):
    RECEIVER.answer(204)
    topic = new_topic()
    subscribe_to_news("mail", TopicHelper.generate_mail_endpoint("someone@example.com"))
    subscribe_to_news("sms", TopicHelper.generate_sms_endpoint("13800000000"))
    subscribe_to_news("sub", RECEIVER.url, "SIMPLIFIED")
    text_message = DirectSMSInfo("sign", "template", True)
    text_message.add_receiver("13800000000")
    mail = DirectMailInfo("account", "subject", 0, 0, 0)
    topic.publish_message(TopicMessage("a", direct_mail=mail, direct_sms=text_message))
    equal(RECEIVER.next()["body"], "a")


PUSH_SCENARIOS = [
    *(publish, publish_refused, push_queue, push_queue_local, push_properties, filter_tag),
    *(push_http, push_exact, push_base64, push_retry, push_given_up, push_elsewhere),
]
