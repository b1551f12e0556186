import com.aliyun.mns.client.AsyncResult;
import com.aliyun.mns.client.CloudPullTopic;
import com.aliyun.mns.client.CloudQueue;
import com.aliyun.mns.client.MNSClient;
import com.aliyun.mns.client.TransactionQueue;
import com.aliyun.mns.model.Message;
import com.aliyun.mns.model.QueueMeta;
import com.aliyun.mns.model.RawTopicMessage;
import com.aliyun.mns.model.TopicMeta;
import com.google.gson.JsonElement;
import com.google.gson.JsonObject;
import java.util.Map;
import java.util.Vector;
import java.util.concurrent.CountDownLatch;

/** What only the Java SDK has: queues with transactions, topics that are pulled from, and calls that do not block. */
final class MoreCalls {
  private final MNSClient client;
  private TransactionQueue transactions;

  MoreCalls(MNSClient client) {
    this.client = client;
  }

  Object run(String action, JsonObject input) throws Throwable {
    switch (action) {
      case "CreateTransactionQueue":
        QueueMeta meta = new QueueMeta();
        meta.setQueueName(input.get("name").getAsString());
        meta.setPollingWaitSeconds(0);
        transactions = client.createTransQueue(meta);
        return Map.of("log", transactions.getTransOpLogQueue().getQueueURL());
      case "SendInTransaction":
        return sendInTransaction(input);
      case "CheckTransactions":
        return checkTransactions(input);
      case "PullTopic":
        return pullTopic(input);
      case "SendAsync":
        return sendAsync(input);
      default:
        throw new IllegalArgumentException(action);
    }
  }

  /** The outcome of the operation: true, false, an exception, or that it never ends, as where its process was killed. */
  private Map<String, Object> sendInTransaction(JsonObject input) throws Exception {
    CountDownLatch started = new CountDownLatch(1);
    String outcome = input.get("outcome").getAsString();
    Message message = new Message();
    message.setMessageBodyAsRawString(input.get("body").getAsString());
    if (outcome.equals("never")) {
      Thread thread = new Thread(() -> transactions.sendTransMessage(message, prepared -> hang(started)));
      thread.setDaemon(true);
      thread.start();
      started.await();
      return Map.of("sent", true);
    }
    Message sent = transactions.sendTransMessage(message, prepared -> {
      if (outcome.equals("throws")) throw new IllegalStateException("as asked");
      return outcome.equals("true");
    });
    return Map.of("sent", sent != null);
  }

  private static boolean hang(CountDownLatch started) {
    started.countDown();
    try {
      Thread.sleep(Long.MAX_VALUE);
    } catch (InterruptedException error) {
      Thread.currentThread().interrupt();
    }
    return false;
  }

  /** Has the checker of the SDK, on its own thread, ask about the transactions that were left open. */
  private Map<String, Object> checkTransactions(JsonObject input) throws Exception {
    CountDownLatch asked = new CountDownLatch(1);
    boolean succeeded = input.get("succeeded").getAsBoolean();
    TransactionQueue checked = client.getTransQueueRef(input.get("name").getAsString(), message -> {
      asked.countDown();
      return succeeded;
    });
    asked.await();
    checked.stopCheckThread();
    return Map.of();
  }

  private Map<String, Object> pullTopic(JsonObject input) throws Exception {
    TopicMeta meta = new TopicMeta();
    meta.setTopicName(input.get("topic").getAsString());
    Vector<String> queues = new Vector<>();
    Vector<String> tags = new Vector<>();
    for (JsonElement queue : input.getAsJsonArray("queues")) queues.add(queue.getAsString());
    for (JsonElement tag : input.getAsJsonArray("tags")) tags.add(tag.getAsString());
    QueueMeta template = new QueueMeta();
    template.setPollingWaitSeconds(0);
    CloudPullTopic topic = client.createPullTopic(meta, queues, true, template, tags);
    RawTopicMessage message = new RawTopicMessage();
    message.setMessageBody(input.get("body").getAsString());
    message.setMessageTag(input.get("tag").getAsString());
    return Map.of("MessageId", topic.publishMessage(message).getMessageId());
  }

  private Map<String, Object> sendAsync(JsonObject input) throws Exception {
    CloudQueue queue = client.getQueueRef(input.get("queue").getAsString());
    Message message = new Message();
    message.setMessageBodyAsRawString(input.get("body").getAsString());
    AsyncResult<Message> sending = queue.asyncPutMessage(message, null);
    Message sent = sending.getResult();
    if (!sending.isSuccess()) throw sending.getException();
    AsyncResult<Message> receiving = queue.asyncPopMessage(null);
    Message received = receiving.getResult();
    if (!receiving.isSuccess()) throw receiving.getException();
    return Map.of("sent", sent.getMessageId(), "received", received.getMessageId(), "body", received.getMessageBodyAsRawString());
  }
}
