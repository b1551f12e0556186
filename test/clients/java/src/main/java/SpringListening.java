import io.awspring.cloud.sqs.annotation.SqsListener;
import io.awspring.cloud.sqs.operations.SqsTemplate;
import java.io.IOException;
import java.util.LinkedHashMap;
import java.util.Map;
import org.springframework.boot.WebApplicationType;
import org.springframework.boot.autoconfigure.EnableAutoConfiguration;
import org.springframework.boot.builder.SpringApplicationBuilder;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.context.annotation.Configuration;
import org.springframework.messaging.Message;

/** Listens through the SQS starter of Spring Cloud AWS, in a Spring Boot application. */
public final class SpringListening extends Listening {
  private static Listening current;

  private ConfigurableApplicationContext context;
  private String queue;

  /** The application: what the starter configures, and one listener. */
  @Configuration
  @EnableAutoConfiguration
  public static class Application {
    @SqsListener("${orders.queue}")
    public void onMessage(Message<String> message) {
      Map<String, Object> attributes = new LinkedHashMap<>();
      message.getHeaders().forEach((name, value) -> attributes.put(name, Map.of("StringValue", value)));
      current.handle(message.getPayload(), attributes, message.getHeaders().get("Sqs_Msa_ApproximateReceiveCount"));
    }
  }

  public static void main(String[] arguments) throws IOException {
    current = new SpringListening();
    Lines.serve(current::run);
  }

  @Override
  void listen(String queueUrl) {
    queue = queueUrl;
    context = new SpringApplicationBuilder(Application.class)
        .web(WebApplicationType.NONE)
        .bannerMode(org.springframework.boot.Banner.Mode.OFF)
        .properties(
            "orders.queue=" + queueUrl.substring(queueUrl.lastIndexOf('/') + 1),
            "spring.cloud.aws.sqs.endpoint=" + System.getenv("TWINMQ_URL"),
            "spring.cloud.aws.sqs.queue-not-found-strategy=fail",
            "spring.cloud.aws.region.static=us-east-1",
            "spring.cloud.aws.credentials.access-key=test",
            "spring.cloud.aws.credentials.secret-key=test",
            "logging.level.root=off")
        .run();
  }

  @Override
  void send(String body, Map<String, String> attributes, String groupId, String deduplicationId) {
    context.getBean(SqsTemplate.class).send(to -> {
      to.queue(queue).payload(body);
      attributes.forEach(to::header);
      if (groupId != null) {
        to.messageGroupId(groupId).messageDeduplicationId(deduplicationId);
      }
    });
  }

  @Override
  void stop() {
    context.close();
  }
}
