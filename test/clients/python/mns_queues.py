"""The connection of aliyun-mns-sdk, and its scenarios about queues."""

from harness import CALL_LIMIT_SECONDS, URL, equal, matches, now_ms
from mns.account import Account
from mns.mns_exception import MNSServerException
from mns.queue import Message, QueueMeta


def connect():
    """An account with a connection of its own: the SDK sends one request at a time."""
    account = Account(URL, "test", "test")
    account.get_client().set_connection_timeout(CALL_LIMIT_SECONDS)
    return account


ACCOUNT = connect()


def new_queue(**settings):
    meta = QueueMeta()
    for name, value in settings.items():
        setattr(meta, name, value)
    queue = ACCOUNT.get_queue("orders")
    queue.create(meta)
    return queue


def counts_of(queue):
    """The counts of a queue: active, inactive, delayed."""
    found = queue.get_attributes()
    return [int(count) for count in (found.active_messages, found.inactive_messages, found.delay_messages)]


def refused(code, call):
    """The refusal, which must be of the SDK's class for errors of the service."""
    try:
        call()
    except MNSServerException as error:
        equal(error.type, code)
        matches(error.req_id, "^[0-9A-F]{24}$")
        return error
    raise AssertionError(f"succeeded, though it should have been {code}")


def _names(urls):
    return [url.rsplit("/", 1)[1] for url in urls]


def create_queue(_tools):
    queue, meta = ACCOUNT.get_queue("orders"), QueueMeta(vis_timeout=45)
    equal(queue.create(meta), f"{URL}/queues/orders")
    equal(queue.create(meta), f"{URL}/queues/orders")
    refused("QueueAlreadyExist", lambda: queue.create(QueueMeta(vis_timeout=46)))
    refused("QueueAlreadyExist", lambda: queue.create(QueueMeta()))
    equal(int(queue.get_attributes().visibility_timeout), 45)


def queue_attributes(_tools):
    queue = new_queue(delay_seconds=7, logging_enabled=True)
    queue.set_attributes(QueueMeta(polling_wait_sec=5))
    found = queue.get_attributes()
    equal(found.queue_name, "orders")
    numbers = [found.delay_seconds, found.maximum_message_size, found.message_retention_period]
    numbers += [found.visibility_timeout, found.polling_wait_seconds, found.create_time]
    equal([int(number) for number in numbers], [7, 65536, 345600, 30, 5, now_ms() // 1000])
    equal(str(found.logging_enabled), "True")


def attribute_value(_tools):
    queue = new_queue()
    refused("InvalidArgument", lambda: queue.set_attributes(QueueMeta(vis_timeout=43_201)))
    refused("InvalidArgument", lambda: queue.set_attributes(QueueMeta(polling_wait_sec=31)))
    refused("InvalidArgument", lambda: ACCOUNT.get_queue("others").create(QueueMeta(max_msg_size=1023)))


def queue_missing(_tools):
    queue = ACCOUNT.get_queue("nowhere")
    refused("QueueNotExist", queue.get_attributes)
    refused("QueueNotExist", lambda: queue.set_attributes(QueueMeta(delay_sec=1)))
    refused("QueueNotExist", lambda: queue.send_message(Message("a")))
    refused("QueueNotExist", queue.receive_message)


def queue_counts(_tools):
    queue = new_queue()
    for message in (Message("a"), Message("b"), Message("c"), Message("later", delay_seconds=60)):
        queue.send_message(message)
    queue.receive_message()
    equal(counts_of(queue), [2, 1, 1])


def _six_queues():
    for name in ("page-1", "page-2", "page-3", "page-4", "page-5", "other"):
        ACCOUNT.get_queue(name).create(QueueMeta())


def list_queues(_tools):
    _six_queues()
    urls, marker = ACCOUNT.list_queue("page-")
    equal(_names(urls), ["page-1", "page-2", "page-3", "page-4", "page-5"])
    equal(marker, "")
    equal(ACCOUNT.list_queue("Page-"), ([], ""))


def list_pages(_tools):
    _six_queues()
    pages, marker = [], ""
    while not pages or (marker and len(pages) < 9):
        urls, marker = ACCOUNT.list_queue("page-", 2, marker)
        pages.append(_names(urls))
    equal(pages, [["page-1", "page-2"], ["page-3", "page-4"], ["page-5"]])


def delete_queue(_tools):
    queue = new_queue()
    queue.send_message(Message("a"))
    queue.delete()
    queue.delete()
    refused("QueueNotExist", queue.receive_message)
    equal(counts_of(new_queue()), [0, 0, 0])


MNS_QUEUE_SCENARIOS = [
    create_queue,
    queue_attributes,
    attribute_value,
    queue_missing,
    queue_counts,
    list_queues,
    list_pages,
    delete_queue,
]
