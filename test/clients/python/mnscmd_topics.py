"""Scenarios of mnscmd about the account, topics and subscriptions: each is named after the command it is about."""

import hashlib
import re

from harness import URL, equal, matches
from mnscmd import fail, mnscmd, succeed

#: An address that nothing is delivered to.
ELSEWHERE = "http://127.0.0.1:9/never"


def _new_topic(**options):
    return succeed("createtopic", topicname="news", **options)


def _subscribe(name="sub", **options):
    return succeed("subscribe", topicname="news", subname=name, **{"endpoint": ELSEWHERE, **options})


def setaccountattr(_tools):
    equal(re.findall("(?m)^RequestId: ", mnscmd("setaccountattr", loggingbucket="bucket-1")), ["RequestId: "])
    equal(succeed("getaccountattr")["LoggingBucket"], "bucket-1")


def getaccountattr(_tools):
    equal(succeed("getaccountattr")["LoggingBucket"], "")


def createtopic(_tools):
    equal(_new_topic(maxmsgsize=2048)["TopicURL"], f"{URL}/topics/news")
    equal(_new_topic(maxmsgsize=2048)["TopicURL"], f"{URL}/topics/news")
    fail("TopicAlreadyExist", "createtopic", topicname="news", maxmsgsize=2049)


def listtopic(_tools):
    matches(mnscmd("listtopic"), "Topic not exist in this account.")
    for name in ("page-1", "page-2", "page-3", "other"):
        succeed("createtopic", topicname=name)
    first = mnscmd("listtopic", prefix="page-", retnum=2)
    equal(re.findall("TopicURL:(.*)", first), [f"{URL}/topics/page-1", f"{URL}/topics/page-2"])
    marker = re.search("NextMarker:(.+)", first).group(1)
    second = mnscmd("listtopic", prefix="page-", retnum=2, marker=marker)
    equal(re.findall("TopicURL:(.*)", second), [f"{URL}/topics/page-3"])
    equal("NextMarker" in second, False)


def settopicattr(_tools):
    _new_topic(loggingenabled="True")
    succeed("settopicattr", topicname="news", maxmsgsize=1024)
    found = succeed("gettopicattr", topicname="news")
    equal([found["MaximumMessageSize"], found["LoggingEnabled"]], ["1024", "True"])
    fail("InvalidArgument", "settopicattr", topicname="news", maxmsgsize=1023)


def gettopicattr(_tools):
    fail("TopicNotExist", "gettopicattr", topicname="news")
    _new_topic()
    found = succeed("gettopicattr", topicname="news")
    names = ("TopicName", "MessageCount", "MaximumMessageSize", "MessageRetentionPeriod", "LoggingEnabled")
    equal([found[name] for name in names], ["news", "0", "65536", "86400", "False"])


def subscribe(_tools):
    _new_topic()
    equal(_subscribe()["SubscriptionURL"], f"{URL}/topics/news/subscriptions/sub")
    equal(_subscribe()["SubscriptionURL"], f"{URL}/topics/news/subscriptions/sub")
    other = {"topicname": "news", "subname": "sub", "endpoint": "http://127.0.0.1:9/other"}
    fail("SubscriptionAlreadyExist", "subscribe", **other)
    fail("EndpointInvalid", "subscribe", topicname="news", subname="two", endpoint="nonsense")


def listsub(_tools):
    _new_topic()
    matches(mnscmd("listsub", topicname="news"), "Subscription not exist in this account.")
    for name in ("page-1", "page-2", "page-3", "other"):
        _subscribe(name)
    first = mnscmd("listsub", topicname="news", prefix="page-", retnum=2)
    matches(first, "ListSubscriptionNumber:2")
    marker = re.search("NextMarker:(.+)", first).group(1)
    second = mnscmd("listsub", topicname="news", prefix="page-", retnum=2, marker=marker)
    equal(re.findall("SubscriptionURL:(.*)", second), [f"{URL}/topics/news/subscriptions/page-3"])


def setsubattr(_tools):
    _new_topic()
    fail("SubscriptionNotExist", "setsubattr", topicname="news", subname="sub", notifystrategy="BACKOFF_RETRY")
    _subscribe()
    succeed("setsubattr", topicname="news", subname="sub", notifystrategy="EXPONENTIAL_DECAY_RETRY")
    found = succeed("getsubattr", topicname="news", subname="sub")
    equal([found["NotifyStrategy"], found["Endpoint"]], ["EXPONENTIAL_DECAY_RETRY", ELSEWHERE])


def getsubattr(_tools):
    _new_topic()
    _subscribe(notifycontentformat="JSON", filtertag="vip")
    found = succeed("getsubattr", topicname="news", subname="sub")
    names = ("TopicName", "SubscriptionName", "Endpoint", "FilterTag", "NotifyStrategy", "NotifyContentFormat")
    equal([found[name] for name in names], ["news", "sub", ELSEWHERE, "vip", "BACKOFF_RETRY", "JSON"])


def publishmessage(_tools):
    fail("TopicNotExist", "publishmessage", topicname="news", body="a")
    succeed("createqueue", queuename="orders")
    _new_topic()
    endpoint = "acs:mns:cn-hangzhou:000000000000:queues/orders"
    _subscribe(endpoint=endpoint, notifycontentformat="SIMPLIFIED", filtertag="vip")
    succeed("publishmessage", topicname="news", body="other")
    sent = succeed("publishmessage", topicname="news", body="<a> & 测试", messagetag="vip")
    matches(sent["MessageID"], "^[0-9A-F]{32}$")
    equal(sent["MessageBodyMD5"], hashlib.md5("<a> & 测试".encode()).hexdigest().upper())
    equal(succeed("receivemessage", queuename="orders", base64="False")["MessageBody"], "<a> & 测试")
    fail("MessageNotExist", "receivemessage", queuename="orders")


def unsubscribe(_tools):
    _new_topic()
    _subscribe()
    succeed("unsubscribe", topicname="news", subname="sub")
    fail("SubscriptionNotExist", "getsubattr", topicname="news", subname="sub")


def deletetopic(_tools):
    _new_topic()
    succeed("deletetopic", topicname="news")
    fail("TopicNotExist", "gettopicattr", topicname="news")


MNSCMD_TOPIC_SCENARIOS = [
    *(setaccountattr, getaccountattr, createtopic, listtopic, settopicattr, gettopicattr),
    *(subscribe, listsub, setsubattr, getsubattr, publishmessage, unsubscribe, deletetopic),
]
