import com.aliyun.mns.model.Message;
import com.aliyun.mns.model.MessagePropertyValue;
import com.aliyun.mns.model.PagingListResult;
import com.aliyun.mns.model.PropertyType;
import com.aliyun.mns.model.QueueMeta;
import com.aliyun.mns.model.SubscriptionMeta;
import com.aliyun.mns.model.TopicMeta;
import com.google.gson.JsonElement;
import com.google.gson.JsonObject;
import java.util.ArrayList;
import java.util.Base64;
import java.util.Date;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** What the SDK returns, under the names that the API gives it, all values as text; what is null is left out. */
final class Elements {
  private Elements() {}

  static Map<String, Object> of(QueueMeta meta) {
    Map<String, Object> told = new LinkedHashMap<>();
    put(told, "QueueName", meta.getQueueName());
    put(told, "CreateTime", seconds(meta.getCreateTime()));
    put(told, "LastModifyTime", seconds(meta.getLastModifyTime()));
    put(told, "DelaySeconds", meta.getDelaySeconds());
    put(told, "MaximumMessageSize", meta.getMaxMessageSize());
    put(told, "MessageRetentionPeriod", meta.getMessageRetentionPeriod());
    put(told, "VisibilityTimeout", meta.getVisibilityTimeout());
    put(told, "PollingWaitSeconds", meta.getPollingWaitSeconds());
    put(told, "ActiveMessages", meta.getActiveMessages());
    put(told, "InactiveMessages", meta.getInactiveMessages());
    put(told, "DelayMessages", meta.getDelayMessages());
    put(told, "LoggingEnabled", meta.isLoggingEnabled() ? "True" : "False");
    return told;
  }

  static Map<String, Object> of(TopicMeta meta) {
    Map<String, Object> told = new LinkedHashMap<>();
    put(told, "TopicName", meta.getTopicName());
    put(told, "MessageCount", meta.getMessageCount());
    put(told, "CreateTime", meta.getCreateTime());
    put(told, "LastModifyTime", meta.getLastModifyTime());
    put(told, "MaximumMessageSize", meta.getMaxMessageSize());
    put(told, "MessageRetentionPeriod", meta.getMessageRetentionPeriod());
    put(told, "LoggingEnabled", meta.isLoggingEnabled() ? "True" : "False");
    return told;
  }

  static Map<String, Object> of(SubscriptionMeta meta) {
    Map<String, Object> told = new LinkedHashMap<>();
    put(told, "SubscriptionName", meta.getSubscriptionName());
    put(told, "TopicOwner", meta.getTopicOwner());
    put(told, "TopicName", meta.getTopicName());
    put(told, "Endpoint", meta.getEndpoint());
    put(told, "NotifyStrategy", meta.getNotifyStrategy());
    put(told, "NotifyContentFormat", meta.getNotifyContentFormat());
    put(told, "FilterTag", meta.getFilterTag());
    put(told, "CreateTime", meta.getCreateTime());
    put(told, "LastModifyTime", meta.getLastModifyTime());
    return told;
  }

  /** A message without its body: as a send returns it, with the error in its place where an entry of a batch failed. */
  static Map<String, Object> of(Message message) {
    Map<String, Object> told = new LinkedHashMap<>();
    if (message.isErrorMessage()) {
      put(told, "ErrorCode", message.getErrorMessageDetail().getErrorCode());
      put(told, "ErrorMessage", message.getErrorMessageDetail().getErrorMessage());
      return told;
    }
    put(told, "MessageId", message.getMessageId());
    put(told, "MessageBodyMD5", message.getMessageBodyMD5());
    put(told, "ReceiptHandle", message.getReceiptHandle());
    put(told, "NextVisibleTime", milliseconds(message.getNextVisibleTime()));
    return told;
  }

  /** A message as it was received. */
  static Map<String, Object> of(Message message, String body) {
    Map<String, Object> told = of(message);
    told.put("body", body);
    put(told, "EnqueueTime", milliseconds(message.getEnqueueTime()));
    put(told, "FirstDequeueTime", milliseconds(message.getFirstDequeueTime()));
    put(told, "DequeueCount", message.getDequeueCount());
    put(told, "Priority", message.getPriority());
    List<Object> properties = new ArrayList<>();
    if (message.getUserProperties() != null) {
      message.getUserProperties().forEach((name, value) -> properties.add(
          Map.of("Name", name, "Value", text(value), "Type", value.getDataTypeString())));
    }
    if (!properties.isEmpty()) told.put("properties", properties);
    return told;
  }

  /** A page of addresses: the SDK returns null for an empty one. */
  static Map<String, Object> page(PagingListResult<String> page) {
    Map<String, Object> told = new LinkedHashMap<>();
    told.put("urls", page == null || page.getResult() == null ? List.of() : page.getResult());
    if (page != null) put(told, "next", page.getMarker());
    return told;
  }

  static Message message(JsonObject input) {
    Message message = new Message();
    String body = input.get("body").getAsString();
    if (input.has("base64") && input.get("base64").getAsBoolean()) message.setMessageBody(body);
    else message.setMessageBodyAsRawString(body);
    if (input.has("delay")) message.setDelaySeconds(input.get("delay").getAsInt());
    if (input.has("priority")) message.setPriority(input.get("priority").getAsInt());
    if (input.has("properties")) message.setUserProperties(properties(input));
    return message;
  }

  static Map<String, MessagePropertyValue> properties(JsonObject input) {
    Map<String, MessagePropertyValue> properties = new HashMap<>();
    for (JsonElement property : input.getAsJsonArray("properties")) {
      String value = property.getAsJsonObject().get("Value").getAsString();
      PropertyType type = PropertyType.valueOf(property.getAsJsonObject().get("Type").getAsString());
      properties.put(
          property.getAsJsonObject().get("Name").getAsString(),
          type == PropertyType.BINARY
              ? new MessagePropertyValue(Base64.getDecoder().decode(value))
              : new MessagePropertyValue(type, value));
    }
    return properties;
  }

  private static String text(MessagePropertyValue value) {
    boolean binary = value.getDataType() == PropertyType.BINARY;
    return binary ? Base64.getEncoder().encodeToString(value.getBinaryValue()) : value.getStringValue();
  }

  private static Long seconds(Date date) {
    return date == null ? null : date.getTime() / 1_000;
  }

  private static Long milliseconds(Date date) {
    return date == null ? null : date.getTime();
  }

  private static void put(Map<String, Object> told, String name, Object value) {
    if (value != null) told.put(name, value.toString());
  }
}
