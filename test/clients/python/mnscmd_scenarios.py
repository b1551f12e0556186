"""mnscmd: every command. Those for queues and messages are here."""

import hashlib
import re

from harness import URL, advance, equal, matches, now_ms, run_program
from mnscmd import fail, mnscmd, succeed
from mnscmd_topics import MNSCMD_TOPIC_SCENARIOS


def _new_queue(**options):
    return succeed("createqueue", queuename="orders", **options)


def _send(body="a", **options):
    return succeed("sendmessage", queuename="orders", body=body, **options)


def _receive(**options):
    return succeed("receivemessage", queuename="orders", **options)


def config(_tools):
    text = mnscmd("config", mnsendpoint=URL, accesskeyid="test", accesskeysecret="test")
    matches(text, "Your configuration is saved into")
    matches(mnscmd("listqueue"), "Queue not exist in this account.")


def createqueue(_tools):
    equal(_new_queue(vistimeout=45)["QueueURL"], f"{URL}/queues/orders")
    equal(_new_queue(vistimeout=45)["QueueURL"], f"{URL}/queues/orders")
    fail("QueueAlreadyExist", "createqueue", queuename="orders", vistimeout=46)


def listqueue(_tools):
    for name in ("page-1", "page-2", "page-3", "other"):
        succeed("createqueue", queuename=name)
    first = mnscmd("listqueue", prefix="page-", retnum=2)
    equal(re.findall("QueueURL:(.*)", first), [f"{URL}/queues/page-1", f"{URL}/queues/page-2"])
    marker = re.search("NextMarker:(.+)", first).group(1)
    second = mnscmd("listqueue", prefix="page-", retnum=2, marker=marker)
    equal(re.findall("QueueURL:(.*)", second), [f"{URL}/queues/page-3"])
    equal("NextMarker" in second, False)


def setqueueattr(_tools):
    _new_queue(delaysec=7)
    succeed("setqueueattr", queuename="orders", vistimeout=50, waitsec=4, retentionperiod=600, maxmsgsize=2048)
    succeed("setqueueattr", queuename="orders", loggingenabled="True")
    found = succeed("getqueueattr", queuename="orders")
    names = ("DelaySeconds", "VisibilityTimeout", "PollingWaitSeconds", "MessageRetentionPeriod")
    equal([found[name] for name in names], ["7", "50", "4", "600"])
    equal([found["MaximumMessageSize"], found["LoggingEnabled"]], ["2048", "True"])
    fail("InvalidArgument", "setqueueattr", queuename="orders", vistimeout=43_201)


def getqueueattr(_tools):
    _new_queue()
    _send()
    _send(delaysec=60)
    found = succeed("getqueueattr", queuename="orders")
    equal([found[f"{state}Messages"] for state in ("Active", "Inactive", "Delay")], ["1", "0", "1"])
    equal([found["QueueName"], found["VisibilityTimeout"], found["LoggingEnabled"]], ["orders", "30", "False"])


def sendmessage(_tools):
    _new_queue()
    sent = _send(body="late", delaysec=10, priority=1)
    matches(sent["MessageID"], "^[0-9A-F]{32}$")
    plain = _send(body="<plain> & 测试", base64="False", priority=2)
    equal(plain["MessageBodyMD5"], hashlib.md5("<plain> & 测试".encode()).hexdigest().upper())
    equal(_receive(base64="False")["MessageBody"], "<plain> & 测试")
    advance("10s")
    received = _receive(string="True")
    equal([received["MessageBody"], received["Priority"]], ["late", "1"])


def peekmessage(_tools):
    _new_queue()
    sent = _send(body="hello")
    peeked = succeed("peekmessage", queuename="orders", string="True")
    equal([peeked["MessageID"], peeked["MessageBody"]], [sent["MessageID"], "hello"])
    equal([peeked["DequeueCount"], peeked["FirstDequeueTime"]], ["0", peeked["EnqueueTime"]])
    equal(_receive()["DequeueCount"], "1")


def receivemessage(_tools):
    _new_queue()
    sent = _send(body="hello")
    received, now = _receive(waitsec=30, string="True"), now_ms()
    equal([received["MessageID"], received["MessageBody"]], [sent["MessageID"], "hello"])
    equal(received["MessageBodyMD5"], sent["MessageBodyMD5"])
    times = [received[name] for name in ("EnqueueTime", "FirstDequeueTime", "NextVisibleTime")]
    equal(times, [str(now), str(now), str(now + 30_000)])
    fail("MessageNotExist", "receivemessage", queuename="orders")


def changevisibility(_tools):
    _new_queue()
    _send()
    old = _receive()["ReceiptHandle"]
    changed = succeed("changevisibility", queuename="orders", handle=old, vistimeout=5)
    equal(changed["NextVisibleTime"], str(now_ms() + 5_000))
    fail("MessageNotExist", "changevisibility", queuename="orders", handle=old, vistimeout=5)
    advance("5s")
    equal(_receive()["DequeueCount"], "2")


def deletemessage(_tools):
    _new_queue()
    _send()
    handle = _receive()["ReceiptHandle"]
    succeed("deletemessage", queuename="orders", handle=handle)
    fail("MessageNotExist", "deletemessage", queuename="orders", handle=handle)
    equal(succeed("getqueueattr", queuename="orders")["InactiveMessages"], "0")


def deletequeue(_tools):
    _new_queue()
    succeed("deletequeue", queuename="orders")
    fail("QueueNotExist", "getqueueattr", queuename="orders")


def errors(_tools):
    fail("QueueNotExist", "sendmessage", queuename="nowhere", body="a")
    fail("InvalidQueueName", "createqueue", queuename="or_ders")
    _new_queue()
    fail("ReceiptHandleError", "deletemessage", queuename="orders", handle="garbage")
    fail("InvalidArgument", "receivemessage", queuename="orders", waitsec=31)


# The first stores the address that all the others use.
SCENARIOS = [
    config,
    createqueue,
    listqueue,
    setqueueattr,
    getqueueattr,
    sendmessage,
    peekmessage,
    receivemessage,
    changevisibility,
    deletemessage,
    deletequeue,
    errors,
    *MNSCMD_TOPIC_SCENARIOS,
]

run_program({scenario.__name__: scenario for scenario in SCENARIOS})
