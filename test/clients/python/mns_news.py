"""What the scenarios about topics of aliyun-mns-sdk begin with."""

from harness import URL, equal
from mns.mns_common import TopicHelper
from mns.queue import QueueMeta
from mns.subscription import SubscriptionMeta
from mns.topic import TopicMeta
from mns_queues import ACCOUNT

#: An address that nothing is delivered to.
ELSEWHERE = "http://127.0.0.1:9/never"


def new_topic(name="news", **settings):
    """Creates a topic, or finds it there with the same attributes."""
    topic = ACCOUNT.get_topic(name)
    equal(topic.create(TopicMeta(**settings)), f"{URL}/topics/{name}")
    return topic


def new_inbox(name="inbox"):
    """Creates a queue whose bodies the SDK leaves as they are."""
    queue = ACCOUNT.get_queue(name)
    queue.create(QueueMeta())
    queue.set_encoding(False)
    return queue


def subscribe_to_news(name, endpoint, content_format="", tag="", strategy=""):
    """Subscribes to the topic news."""
    url = ACCOUNT.get_subscription("news", name).subscribe(SubscriptionMeta(endpoint, strategy, content_format, tag))
    equal(url, f"{URL}/topics/news/subscriptions/{name}")


def queue_address(name, account="000000000000"):
    """The address of a queue, as the SDK makes it."""
    return TopicHelper.generate_queue_endpoint("cn-hangzhou", account, name)
