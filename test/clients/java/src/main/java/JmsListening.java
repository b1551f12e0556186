import com.amazon.sqs.javamessaging.ProviderConfiguration;
import com.amazon.sqs.javamessaging.SQSConnectionFactory;
import jakarta.jms.Connection;
import jakarta.jms.JMSException;
import jakarta.jms.Message;
import jakarta.jms.MessageProducer;
import jakarta.jms.Session;
import jakarta.jms.TextMessage;
import java.io.IOException;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;

/** Listens through the Amazon SQS Java Messaging Library: SQS behind the interfaces of JMS. */
public final class JmsListening extends Listening {
  private final SQSConnectionFactory factory =
      new SQSConnectionFactory(new ProviderConfiguration(), SdkCalls.client());
  private Connection connection;
  private Session sending;
  private MessageProducer producer;

  public static void main(String[] arguments) throws IOException {
    Lines.serve(new JmsListening()::run);
  }

  @Override
  void listen(String queueUrl) throws JMSException {
    String name = queueUrl.substring(queueUrl.lastIndexOf('/') + 1);
    connection = factory.createConnection();
    sending = connection.createSession(false, Session.AUTO_ACKNOWLEDGE);
    producer = sending.createProducer(sending.createQueue(name));
    Session receiving = connection.createSession(false, Session.AUTO_ACKNOWLEDGE);
    receiving.createConsumer(receiving.createQueue(name)).setMessageListener(this::onMessage);
    connection.start();
  }

  private void onMessage(Message message) {
    try {
      Map<String, Object> attributes = new LinkedHashMap<>();
      for (Object name : Collections.list(message.getPropertyNames())) {
        attributes.put(name.toString(), Map.of("StringValue", message.getStringProperty(name.toString())));
      }
      handle(((TextMessage) message).getText(), attributes, message.getIntProperty("JMSXDeliveryCount"));
    } catch (JMSException error) {
      throw new IllegalStateException(error);
    }
  }

  @Override
  void send(String body, Map<String, String> attributes, String groupId, String deduplicationId) throws JMSException {
    TextMessage message = sending.createTextMessage(body);
    for (Map.Entry<String, String> attribute : attributes.entrySet()) {
      message.setStringProperty(attribute.getKey(), attribute.getValue());
    }
    if (groupId != null) {
      message.setStringProperty("JMSXGroupID", groupId);
      message.setStringProperty("JMS_SQS_DeduplicationId", deduplicationId);
    }
    producer.send(message);
  }

  @Override
  void stop() throws JMSException {
    connection.close();
  }
}
