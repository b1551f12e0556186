import com.aliyun.mns.client.MNSClient;
import java.util.Set;

/** Makes the calls that another program asks for: MnsCalls &lt;address&gt; &lt;key id&gt; &lt;secret&gt; &lt;token, may be empty&gt; &lt;V2 or V4&gt;. */
final class MnsCalls {
  private static final Set<String> QUEUES = Set.of(
      "CreateQueue", "DeleteQueue", "GetAttributes", "SetAttributes", "ListQueues", "Send", "Receive", "Peek",
      "DeleteMessage", "ChangeVisibility", "SendBatch", "ReceiveBatch", "PeekBatch", "DeleteBatch");
  private static final Set<String> RECEIVER = Set.of("ReceiverUrl", "AnswerPushes", "NextPush", "CountPushes");
  private static final Set<String> MORE = Set.of(
      "CreateTransactionQueue", "SendInTransaction", "CheckTransactions", "PullTopic", "SendAsync");

  private MnsCalls() {}

  public static void main(String[] words) throws Exception {
    MNSClient client = Connection.open(words[0], words[1], words[2], words[3], words[4]);
    QueueCalls queues = new QueueCalls(client);
    TopicCalls topics = new TopicCalls(client);
    MoreCalls more = new MoreCalls(client);
    Receiver receiver = new Receiver();
    Lines.serve((action, input) -> {
      if (QUEUES.contains(action)) return queues.run(action, input);
      if (RECEIVER.contains(action)) return receiver.run(action, input);
      if (MORE.contains(action)) return more.run(action, input);
      return topics.run(action, input);
    });
  }
}
