import java.util.LinkedHashMap;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;
import software.amazon.awssdk.protocols.jsoncore.JsonNode;

/**
 * Lets another program listen and send through a library: Listen, Send and Stop are asked for as in {@link Lines}. For each
 * message that is handled {"call":1,"body":…,"known":{…}} is printed, and Handled says whether the handler succeeds.
 */
abstract class Listening {
  private final Map<Integer, CompletableFuture<Boolean>> calls = new ConcurrentHashMap<>();
  private final AtomicInteger lastCall = new AtomicInteger();
  private final AtomicInteger lastSend = new AtomicInteger();

  /** Begins to call {@link #handle} for the messages of a queue. */
  abstract void listen(String queueUrl) throws Exception;

  /** Sends to that queue. A group comes with a deduplication id. */
  abstract void send(String body, Map<String, String> attributes, String groupId, String deduplicationId) throws Exception;

  /** Ends what listen began. */
  abstract void stop() throws Exception;

  /** Has a message handled; throws when the handler fails. */
  final void handle(String body, Map<String, Object> attributes, Object receiveCount) {
    int call = lastCall.incrementAndGet();
    CompletableFuture<Boolean> outcome = new CompletableFuture<>();
    calls.put(call, outcome);
    Map<String, Object> told = new LinkedHashMap<>();
    told.put("call", call);
    told.put("body", body);
    told.put("known", Map.of("attributes", attributes, "receiveCount", String.valueOf(receiveCount)));
    Lines.print(told);
    if (!outcome.join()) {
      throw new IllegalStateException("the handler fails");
    }
  }

  /** Does one thing that is asked for. */
  final Object run(String action, JsonNode input) throws Throwable {
    switch (action) {
      case "Listen" -> listen(text(input, "queueUrl"));
      case "Send" -> sendAs(input);
      case "Handled" -> calls.remove(Integer.valueOf(input.field("call").get().asNumber()))
          .complete(input.field("succeeds").get().asBoolean());
      case "Stop" -> stop();
      default -> throw new IllegalArgumentException(action);
    }
    return Map.of();
  }

  private void sendAs(JsonNode input) throws Exception {
    Map<String, String> attributes = new LinkedHashMap<>();
    input.field("attributes").ifPresent(given ->
        given.asObject().forEach((name, value) -> attributes.put(name, text(value, "StringValue"))));
    send(text(input, "body"), attributes, text(input, "groupId"), "d" + lastSend.incrementAndGet());
  }

  private static String text(JsonNode input, String name) {
    return input.field(name).map(JsonNode::asString).orElse(null);
  }
}
