import com.aliyun.mns.common.ServiceException;
import com.aliyun.mns.common.ServiceHandlingRequiredException;
import com.google.gson.Gson;
import com.google.gson.JsonObject;
import com.google.gson.JsonParser;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;

/**
 * Does what another program asks on standard input, one JSON document a line: {"n":1,"action":"Send","input":{…}} is
 * answered, in whatever order the work ends, by {"n":1,"output":{…}} or {"n":1,"error":{"kind":…,"code":…,"message":…}}.
 */
final class Lines {
  /** What is asked for, by the name of the action. */
  interface Actions {
    Object run(String action, JsonObject input) throws Throwable;
  }

  private static final Gson GSON = new Gson();

  private Lines() {}

  /** Serves until standard input ends, and ends the process: the threads of the SDK would keep it. */
  static void serve(Actions actions) throws IOException {
    ExecutorService threads = Executors.newCachedThreadPool();
    BufferedReader lines = new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8));
    for (String line = lines.readLine(); line != null; line = lines.readLine()) {
      JsonObject asked = new JsonParser().parse(line).getAsJsonObject();
      threads.execute(() -> print(answer(actions, asked)));
    }
    Runtime.getRuntime().halt(0);
  }

  private static Map<String, Object> answer(Actions actions, JsonObject asked) {
    Map<String, Object> answer = new LinkedHashMap<>();
    answer.put("n", asked.get("n").getAsInt());
    JsonObject input = asked.has("input") ? asked.getAsJsonObject("input") : new JsonObject();
    try {
      answer.put("output", actions.run(asked.get("action").getAsString(), input));
    } catch (Throwable error) {
      answer.put("error", failure(error));
    }
    return answer;
  }

  private static Map<String, Object> failure(Throwable error) {
    Map<String, Object> told = new LinkedHashMap<>();
    told.put("kind", error.getClass().getSimpleName());
    told.put("message", String.valueOf(error.getMessage()));
    if (error instanceof ServiceException refusal) {
      told.put("code", refusal.getErrorCode());
      told.put("requestId", refusal.getRequestId());
    } else if (error instanceof ServiceHandlingRequiredException refusal) {
      told.put("code", refusal.getErrorCode());
      told.put("requestId", refusal.getRequestId());
    }
    return told;
  }

  private static synchronized void print(Map<String, Object> document) {
    byte[] line = (GSON.toJson(document) + "\n").getBytes(StandardCharsets.UTF_8);
    System.out.write(line, 0, line.length);
    System.out.flush();
  }
}
