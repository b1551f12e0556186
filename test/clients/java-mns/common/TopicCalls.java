import com.aliyun.mns.client.CloudTopic;
import com.aliyun.mns.client.MNSClient;
import com.aliyun.mns.common.ServiceException;
import com.aliyun.mns.model.AccountAttributes;
import com.aliyun.mns.model.Base64TopicMessage;
import com.aliyun.mns.model.DysmsAttributes;
import com.aliyun.mns.model.MessageAttributes;
import com.aliyun.mns.model.RawTopicMessage;
import com.aliyun.mns.model.SubscriptionMeta;
import com.aliyun.mns.model.TopicMessage;
import com.aliyun.mns.model.TopicMeta;
import com.google.gson.JsonElement;
import com.google.gson.JsonObject;
import java.util.Map;

/** What the SDK can do with topics, subscriptions and the account. */
final class TopicCalls {
  private final MNSClient client;

  TopicCalls(MNSClient client) {
    this.client = client;
  }

  Object run(String action, JsonObject input) throws Throwable {
    CloudTopic topic = input.has("topic") ? client.getTopicRef(input.get("topic").getAsString()) : null;
    switch (action) {
      case "CreateTopic":
        return Map.of("url", topic.create(meta(input, false)));
      case "GetTopic":
        return Elements.of(topic.getAttribute());
      case "SetTopic":
        return set(topic, input);
      case "DeleteTopic":
        topic.delete();
        return Map.of();
      case "ListTopics":
        return Elements.page(client.listTopicURL(text(input, "prefix"), text(input, "marker"), limit(input)));
      case "Publish":
        return publish(topic, input);
      case "QueueEndpoint":
        return Map.of("endpoint", topic.generateQueueEndpoint(input.get("queue").getAsString()));
      default:
        return runSubscription(action, topic, input);
    }
  }

  private Object runSubscription(String action, CloudTopic topic, JsonObject input) throws Throwable {
    switch (action) {
      case "Subscribe":
        return Map.of("url", topic.subscribe(subscription(input)));
      case "GetSubscription":
        return Elements.of(topic.getSubscriptionAttr(text(input, "name")));
      case "SetSubscription":
        topic.setSubscriptionAttr(subscription(input));
        return Map.of();
      case "Unsubscribe":
        topic.unsubscribe(text(input, "name"));
        return Map.of();
      case "ListSubscriptions":
        return Elements.page(topic.listSubscriptionUrls(text(input, "prefix"), text(input, "marker"), limit(input)));
      default:
        return runAccount(action, input);
    }
  }

  private Object runAccount(String action, JsonObject input) throws Throwable {
    switch (action) {
      case "GetAccount":
        AccountAttributes found = Connection.account(client);
        return Map.of("LoggingBucket", String.valueOf(found.getLoggingBucket()));
      case "SetAccount":
        AccountAttributes attributes = new AccountAttributes();
        attributes.setLoggingBucket(text(input, "LoggingBucket"));
        Connection.setAccount(client, attributes);
        return Map.of();
      case "OpenService":
        return Map.of("OrderId", client.openService().getOrderId());
      default:
        throw new IllegalArgumentException(action);
    }
  }

  /** The SDK always sends LoggingEnabled, so whoever sets something else must read it first. */
  private static Map<String, Object> set(CloudTopic topic, JsonObject input) {
    boolean logging = false;
    try {
      logging = topic.getAttribute().isLoggingEnabled();
    } catch (ServiceException missing) {
      // setting tells so too
    }
    topic.setAttribute(meta(input, logging));
    return Map.of();
  }

  private static TopicMeta meta(JsonObject input, boolean logging) {
    TopicMeta meta = new TopicMeta();
    meta.setTopicName(text(input, "topic"));
    meta.setLoggingEnabled(logging);
    for (Map.Entry<String, JsonElement> attribute : input.getAsJsonObject("attributes").entrySet()) {
      switch (attribute.getKey()) {
        case "MaximumMessageSize" -> meta.setMaxMessageSize(attribute.getValue().getAsLong());
        case "LoggingEnabled" -> meta.setLoggingEnabled(attribute.getValue().getAsBoolean());
        default -> throw new IllegalArgumentException(attribute.getKey());
      }
    }
    return meta;
  }

  private static SubscriptionMeta subscription(JsonObject input) {
    SubscriptionMeta meta = new SubscriptionMeta();
    meta.setSubscriptionName(text(input, "name"));
    if (input.has("endpoint")) meta.setEndpoint(text(input, "endpoint"));
    if (input.has("tag")) meta.setFilterTag(text(input, "tag"));
    if (input.has("strategy")) meta.setNotifyStrategy(SubscriptionMeta.NotifyStrategy.valueOf(text(input, "strategy")));
    if (input.has("format")) {
      meta.setNotifyContentFormat(SubscriptionMeta.NotifyContentFormat.valueOf(text(input, "format")));
    }
    return meta;
  }

  private static Map<String, Object> publish(CloudTopic topic, JsonObject input) {
    boolean base64 = input.has("base64") && input.get("base64").getAsBoolean();
    TopicMessage message = base64 ? new Base64TopicMessage() : new RawTopicMessage();
    message.setMessageBody(text(input, "body"));
    if (input.has("tag")) message.setMessageTag(text(input, "tag"));
    if (input.has("properties")) message.setUserProperties(Elements.properties(input));
    TopicMessage sent = input.has("phone")
        ? topic.publishMessage((RawTopicMessage) message, textMessageTo(text(input, "phone")))
        : topic.publishMessage(message);
    return Map.of("MessageId", sent.getMessageId(), "MessageBodyMD5", sent.getMessageBodyMD5());
  }

  private static MessageAttributes textMessageTo(String phone) {
    DysmsAttributes textMessage = new DysmsAttributes();
    textMessage.setPhoneNumber(phone);
    MessageAttributes attributes = new MessageAttributes();
    attributes.setDysmsAttributes(textMessage);
    return attributes;
  }

  private static String text(JsonObject input, String name) {
    return input.has(name) ? input.get(name).getAsString() : null;
  }

  private static Integer limit(JsonObject input) {
    return input.has("limit") ? input.get("limit").getAsInt() : null;
  }
}
