"""aliyun-mns-sdk and topics, subscriptions and the account."""

from harness import equal, matches, now_ms, run_program
from mns.account import AccountMeta
from mns.subscription import SubscriptionMeta
from mns.topic import TopicMessage, TopicMeta
from mns_news import ELSEWHERE, new_inbox, new_topic, queue_address, subscribe_to_news
from mns_pushes import PUSH_SCENARIOS
from mns_queues import ACCOUNT, refused


def _names(urls):
    return [url.rsplit("/", 1)[1] for url in urls]


def create_topic(_tools):
    topic = new_topic(maximum_message_size=2048)
    new_topic(maximum_message_size=2048)
    refused("TopicAlreadyExist", lambda: topic.create(TopicMeta(2049)))
    refused("TopicAlreadyExist", lambda: topic.create(TopicMeta()))
    equal(int(topic.get_attributes().maximum_message_size), 2048)


def topic_attributes(_tools):
    topic = new_topic(logging_enabled=True)
    topic.set_attributes(TopicMeta(1024))
    found = topic.get_attributes()
    equal([found.topic_name, str(found.logging_enabled)], ["news", "True"])
    numbers = [found.message_count, found.maximum_message_size, found.message_retention_period]
    equal([int(number) for number in numbers], [0, 1024, 86_400])
    equal([int(found.create_time), int(found.last_modify_time)], [now_ms() // 1000] * 2)


def topic_value(_tools):
    refused("InvalidArgument", lambda: new_topic(maximum_message_size=1023))
    refused("InvalidArgument", lambda: new_topic(maximum_message_size=65_537))
    refused("TopicNameInvalid", lambda: new_topic("ne_ws"))


def topic_missing(_tools):
    topic = ACCOUNT.get_topic("nowhere")
    refused("TopicNotExist", topic.get_attributes)
    refused("TopicNotExist", lambda: topic.set_attributes(TopicMeta(1024)))
    refused("TopicNotExist", lambda: topic.publish_message(TopicMessage("a")))


def _six_topics():
    for name in ("page-1", "page-2", "page-3", "page-4", "page-5", "other"):
        new_topic(name)


def _pages(list_page):
    pages, marker = [], ""
    while not pages or (marker and len(pages) < 9):
        urls, marker = list_page("page-", 2, marker)
        pages.append(_names(urls))
    return pages


PAGES_OF_FIVE = [["page-1", "page-2"], ["page-3", "page-4"], ["page-5"]]


def list_topics(_tools):
    _six_topics()
    urls, marker = ACCOUNT.list_topic("page-")
    equal(_names(urls), ["page-1", "page-2", "page-3", "page-4", "page-5"])
    equal(marker, "")
    equal(ACCOUNT.list_topic("Page-"), ([], ""))


def list_topic_pages(_tools):
    _six_topics()
    equal(_pages(ACCOUNT.list_topic), PAGES_OF_FIVE)


def delete_topic(_tools):
    topic = new_topic()
    subscribe_to_news("sub", ELSEWHERE)
    topic.delete()
    topic.delete()
    refused("TopicNotExist", topic.get_attributes)
    refused("SubscriptionNotExist", new_topic().get_subscription("sub").get_attributes)


def subscribe(_tools):
    subscription = new_topic().get_subscription("sub")
    subscribe_to_news("sub", ELSEWHERE, "JSON")
    subscribe_to_news("sub", ELSEWHERE, "JSON")
    other = SubscriptionMeta("http://127.0.0.1:9/other", "", "JSON")
    refused("SubscriptionAlreadyExist", lambda: subscription.subscribe(other))
    equal(subscription.get_attributes().endpoint, ELSEWHERE)


def subscribe_refused(_tools):
    refused("TopicNotExist", lambda: subscribe_to_news("sub", ELSEWHERE))
    new_topic()
    refused("EndpointInvalid", lambda: subscribe_to_news("sub", "nonsense"))
    refused("SubscriptionNameInvalid", lambda: subscribe_to_news("s_b", ELSEWHERE))


def subscription_attributes(_tools):
    subscription = new_topic().get_subscription("sub")
    subscribe_to_news("sub", ELSEWHERE)
    found = subscription.get_attributes()
    equal([found.subscription_name, found.topic_name, found.endpoint], ["sub", "news", ELSEWHERE])
    equal([found.notify_strategy, found.notify_content_format], ["BACKOFF_RETRY", "XML"])
    equal([int(found.create_time), int(found.last_modify_time)], [now_ms() // 1000] * 2)
    matches(found.topic_owner, r"^\d+$")
    subscription.set_attributes(SubscriptionMeta(notify_strategy="EXPONENTIAL_DECAY_RETRY"))
    changed = subscription.get_attributes()
    equal([changed.notify_strategy, changed.endpoint], ["EXPONENTIAL_DECAY_RETRY", ELSEWHERE])
    subscribe_to_news("vip", ELSEWHERE, tag="vip")
    equal(ACCOUNT.get_subscription("news", "vip").get_attributes().filter_tag, "vip")


def subscription_missing(_tools):
    subscription = ACCOUNT.get_subscription("news", "sub")
    refused("TopicNotExist", subscription.get_attributes)
    new_topic()
    refused("SubscriptionNotExist", subscription.get_attributes)
    meta = SubscriptionMeta(notify_strategy="EXPONENTIAL_DECAY_RETRY")
    refused("SubscriptionNotExist", lambda: subscription.set_attributes(meta))


def list_subscriptions(_tools):
    topic = ACCOUNT.get_topic("news")
    refused("TopicNotExist", topic.list_subscription)
    new_topic()
    for name in ("page-1", "page-2", "page-3", "page-4", "page-5", "other"):
        subscribe_to_news(name, ELSEWHERE)
    equal(_pages(topic.list_subscription), PAGES_OF_FIVE)
    equal(_names(topic.list_subscription("o")[0]), ["other"])


def unsubscribe(_tools):
    inbox, topic = new_inbox(), new_topic()
    subscribe_to_news("sub", queue_address("inbox"))
    subscription = topic.get_subscription("sub")
    subscription.unsubscribe()
    subscription.unsubscribe()
    refused("SubscriptionNotExist", subscription.get_attributes)
    topic.publish_message(TopicMessage("a"))
    refused("MessageNotExist", inbox.receive_message)


def account(_tools):
    ACCOUNT.set_attributes(AccountMeta("bucket-1"))
    equal(ACCOUNT.get_attributes().logging_bucket, "bucket-1")


def open_service(_tools):
    matches(ACCOUNT.open_service().oder_id, ".")


SCENARIOS = [
    *(create_topic, topic_attributes, topic_value, topic_missing, list_topics, list_topic_pages, delete_topic),
    *(subscribe, subscribe_refused, subscription_attributes, subscription_missing, list_subscriptions, unsubscribe),
    *PUSH_SCENARIOS,
    *(account, open_service),
]

run_program({scenario.__name__.replace("_", "-"): scenario for scenario in SCENARIOS})
