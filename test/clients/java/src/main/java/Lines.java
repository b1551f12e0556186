import java.io.BufferedReader;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import software.amazon.awssdk.awscore.exception.AwsServiceException;
import software.amazon.awssdk.protocols.jsoncore.JsonNode;
import software.amazon.awssdk.protocols.jsoncore.JsonWriter;

/**
 * Does what another program asks on standard input, one JSON document a line: {"n":1,"action":"SendMessage","input":{…}}
 * is answered, in whatever order the work ends, by {"n":1,"output":{…}} or {"n":1,"error":{"kind":…,"code":…,"message":…}}.
 */
final class Lines {
  /** What is asked for, by the name of the action. */
  interface Actions {
    Object run(String action, JsonNode input) throws Throwable;
  }

  private Lines() {}

  /** Serves until standard input ends, and ends the process: what still waits then has nobody who waits for it. */
  static void serve(Actions actions) throws IOException {
    ExecutorService threads = Executors.newCachedThreadPool();
    BufferedReader lines = new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8));
    for (String line = lines.readLine(); line != null; line = lines.readLine()) {
      JsonNode asked = JsonNode.parser().parse(line);
      threads.execute(() -> print(answer(actions, asked)));
    }
    Runtime.getRuntime().halt(0);
  }

  private static Map<String, Object> answer(Actions actions, JsonNode asked) {
    Map<String, Object> answer = new LinkedHashMap<>();
    answer.put("n", Integer.valueOf(asked.field("n").get().asNumber()));
    try {
      answer.put("output", actions.run(asked.field("action").get().asString(), asked.field("input").get()));
    } catch (Throwable error) {
      answer.put("error", failure(error));
    }
    return answer;
  }

  private static Map<String, Object> failure(Throwable error) {
    Map<String, Object> told = new LinkedHashMap<>();
    told.put("kind", error.getClass().getSimpleName());
    if (error instanceof AwsServiceException refusal) {
      told.put("code", refusal.awsErrorDetails().errorCode());
      told.put("message", refusal.awsErrorDetails().errorMessage());
      return told;
    }
    List<Object> causes = new ArrayList<>();
    for (Throwable cause = error.getCause(); cause != null; cause = cause.getCause()) {
      causes.add(cause.getClass().getSimpleName());
    }
    told.put("causes", causes);
    told.put("message", String.valueOf(error.getMessage()));
    return told;
  }

  /** Prints one document on a line of its own. */
  static synchronized void print(Map<String, Object> document) {
    JsonWriter writer = JsonWriter.create();
    write(writer, document);
    ByteArrayOutputStream line = new ByteArrayOutputStream();
    line.writeBytes(writer.getBytes());
    line.write('\n');
    System.out.writeBytes(line.toByteArray());
    System.out.flush();
  }

  private static void write(JsonWriter writer, Object value) {
    if (value instanceof Map<?, ?> map) {
      writer.writeStartObject();
      map.forEach((name, member) -> {
        writer.writeFieldName(name.toString());
        write(writer, member);
      });
      writer.writeEndObject();
    } else if (value instanceof List<?> list) {
      writer.writeStartArray();
      list.forEach(item -> write(writer, item));
      writer.writeEndArray();
    } else if (value instanceof Integer number) {
      writer.writeValue(number.intValue());
    } else if (value instanceof Long number) {
      writer.writeValue(number.longValue());
    } else if (value instanceof Boolean truth) {
      writer.writeValue(truth.booleanValue());
    } else {
      writer.writeValue(value.toString());
    }
  }
}
