import com.aliyun.mns.client.CloudQueue;
import com.aliyun.mns.client.MNSClient;
import com.aliyun.mns.common.BatchDeleteException;
import com.aliyun.mns.common.BatchSendException;
import com.aliyun.mns.common.ServiceException;
import com.aliyun.mns.common.ServiceHandlingRequiredException;
import com.aliyun.mns.model.Message;
import com.aliyun.mns.model.QueueMeta;
import com.google.gson.JsonArray;
import com.google.gson.JsonElement;
import com.google.gson.JsonObject;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** What the SDK can do with queues. Names of elements are those of the API. */
final class QueueCalls {
  private final MNSClient client;

  QueueCalls(MNSClient client) {
    this.client = client;
  }

  Object run(String action, JsonObject input) throws Throwable {
    CloudQueue queue = input.has("queue") ? client.getQueueRef(input.get("queue").getAsString()) : null;
    switch (action) {
      case "CreateQueue":
        return Map.of("url", queue.create(meta(input, false)));
      case "DeleteQueue":
        queue.delete();
        return Map.of();
      case "GetAttributes":
        return Elements.of(queue.getAttributes());
      case "SetAttributes":
        setAttributes(queue, input);
        return Map.of();
      case "ListQueues":
        return list(input);
      case "Send":
        return Elements.of(queue.putMessage(Elements.message(input.getAsJsonObject("message"))));
      case "Receive":
        return received(input.has("wait") ? queue.popMessage(input.get("wait").getAsInt()) : queue.popMessage(), input);
      case "Peek":
        return received(queue.peekMessage(), input);
      case "DeleteMessage":
        queue.deleteMessage(input.get("handle").getAsString());
        return Map.of();
      case "ChangeVisibility":
        return changed(queue, input);
      default:
        return runBatch(action, queue, input);
    }
  }

  private Object runBatch(String action, CloudQueue queue, JsonObject input) throws Throwable {
    switch (action) {
      case "SendBatch":
        return sendBatch(queue, input.getAsJsonArray("bodies"));
      case "ReceiveBatch":
        return received(queue.batchPopMessage(input.get("count").getAsInt()));
      case "PeekBatch":
        return received(queue.batchPeekMessage(input.get("count").getAsInt()));
      case "DeleteBatch":
        return Map.of("failed", deleteBatch(queue, input.getAsJsonArray("handles")));
      default:
        throw new IllegalArgumentException(action);
    }
  }

  /** The SDK always sends LoggingEnabled, so whoever sets something else must read it first. */
  private static void setAttributes(CloudQueue queue, JsonObject input) {
    boolean logging = false;
    try {
      logging = queue.getAttributes().isLoggingEnabled();
    } catch (ServiceException missing) {
      // setting tells so too
    }
    queue.setAttributes(meta(input, logging));
  }

  /** The SDK passes over a description without a name. */
  private static QueueMeta meta(JsonObject input, boolean logging) {
    QueueMeta meta = new QueueMeta();
    meta.setQueueName(input.get("queue").getAsString());
    meta.setLoggingEnabled(logging);
    for (Map.Entry<String, JsonElement> attribute : input.getAsJsonObject("attributes").entrySet()) {
      JsonElement value = attribute.getValue();
      switch (attribute.getKey()) {
        case "DelaySeconds" -> meta.setDelaySeconds(value.getAsLong());
        case "MaximumMessageSize" -> meta.setMaxMessageSize(value.getAsLong());
        case "MessageRetentionPeriod" -> meta.setMessageRetentionPeriod(value.getAsLong());
        case "VisibilityTimeout" -> meta.setVisibilityTimeout(value.getAsLong());
        case "PollingWaitSeconds" -> meta.setPollingWaitSeconds(value.getAsInt());
        case "LoggingEnabled" -> meta.setLoggingEnabled(value.getAsBoolean());
        default -> throw new IllegalArgumentException(attribute.getKey());
      }
    }
    return meta;
  }

  private Map<String, Object> list(JsonObject input) throws Exception {
    String prefix = input.get("prefix").getAsString();
    String marker = input.has("marker") ? input.get("marker").getAsString() : null;
    return Elements.page(client.listQueueURL(prefix, marker, input.get("limit").getAsInt()));
  }

  private static Map<String, Object> received(Message message, JsonObject input) throws Exception {
    if (message == null) return Map.of("nothing", true);
    boolean base64 = input.has("base64") && input.get("base64").getAsBoolean();
    return Elements.of(message, base64 ? message.getMessageBodyAsString() : message.getMessageBodyAsRawString());
  }

  private static Map<String, Object> received(List<Message> messages) throws Exception {
    if (messages == null) return Map.of("nothing", true);
    List<Object> told = new ArrayList<>();
    for (Message message : messages) told.add(Elements.of(message, message.getMessageBodyAsRawString()));
    return Map.of("messages", told);
  }

  private static Map<String, Object> changed(CloudQueue queue, JsonObject input) throws Exception {
    return Elements.of(queue.changeMessageVisibility(input.get("handle").getAsString(), input.get("seconds").getAsInt()));
  }

  private static Map<String, Object> sendBatch(CloudQueue queue, JsonArray bodies) throws Exception {
    List<Message> messages = new ArrayList<>();
    for (JsonElement body : bodies) {
      Message message = new Message();
      message.setMessageBodyAsRawString(body.getAsString());
      messages.add(message);
    }
    List<Message> sent;
    boolean partial = false;
    try {
      sent = queue.batchPutMessage(messages);
    } catch (BatchSendException failure) {
      sent = failure.getMessages();
      partial = true;
    }
    List<Object> entries = new ArrayList<>();
    for (Message message : sent) entries.add(Elements.of(message));
    return Map.of("entries", entries, "partial", partial);
  }

  private static List<Object> deleteBatch(CloudQueue queue, JsonArray handles) throws Exception {
    List<String> receiptHandles = new ArrayList<>();
    for (JsonElement handle : handles) receiptHandles.add(handle.getAsString());
    List<Object> failed = new ArrayList<>();
    try {
      queue.batchDeleteMessage(receiptHandles);
    } catch (ServiceHandlingRequiredException refusal) {
      if (!(refusal.getCause() instanceof BatchDeleteException failure)) throw refusal;
      failure.getErrorMessages().forEach((handle, error) -> {
        Map<String, Object> entry = new LinkedHashMap<>();
        entry.put("ErrorCode", error.getErrorCode());
        entry.put("ErrorMessage", error.getErrorMessage());
        entry.put("ReceiptHandle", handle);
        failed.add(entry);
      });
    }
    return failed;
  }
}
