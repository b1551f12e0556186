import com.google.gson.JsonObject;
import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URL;
import java.nio.charset.StandardCharsets;
import java.security.Signature;
import java.security.cert.Certificate;
import java.security.cert.CertificateFactory;
import java.util.Base64;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;

/** A subscriber: takes what topics push, and verifies the signature with the certificate that the push names. */
final class Receiver {
  private final HttpServer server;
  private final LinkedBlockingQueue<Map<String, Object>> pushes = new LinkedBlockingQueue<>();
  private volatile int status = 204;

  Receiver() throws IOException {
    server = HttpServer.create(new InetSocketAddress(InetAddress.getByName("127.0.0.1"), 0), 0);
    server.createContext("/", this::take);
    server.start();
  }

  Object run(String action, JsonObject input) throws Throwable {
    switch (action) {
      case "ReceiverUrl":
        return Map.of("url", "http://127.0.0.1:" + server.getAddress().getPort());
      case "AnswerPushes":
        status = input.get("status").getAsInt();
        pushes.clear();
        return Map.of();
      case "NextPush":
        Map<String, Object> push = pushes.poll(20, TimeUnit.SECONDS);
        if (push == null) throw new IllegalStateException("nothing was pushed");
        return push;
      case "CountPushes":
        return Map.of("count", pushes.size());
      default:
        throw new IllegalArgumentException(action);
    }
  }

  private void take(HttpExchange exchange) throws IOException {
    byte[] body = exchange.getRequestBody().readAllBytes();
    Map<String, String> headers = new TreeMap<>();
    exchange.getRequestHeaders().forEach((name, values) -> headers.put(name.toLowerCase(), values.get(0)));
    Map<String, Object> push = new LinkedHashMap<>();
    push.put("path", exchange.getRequestURI().toString());
    push.put("headers", headers);
    push.put("body", new String(body, StandardCharsets.UTF_8));
    try {
      push.put("verified", verify(exchange, headers));
    } catch (Exception error) {
      push.put("verified", error.toString());
    }
    int answered = status;
    pushes.add(push); // before the answer: whoever counts after it must find this one
    exchange.sendResponseHeaders(answered, -1);
    exchange.close();
  }

  /** Source: MNS, signature of requests to an HTTP endpoint. */
  private static boolean verify(HttpExchange exchange, Map<String, String> headers) throws Exception {
    StringBuilder text = new StringBuilder(exchange.getRequestMethod()).append('\n');
    for (String name : new String[] {"content-md5", "content-type", "date"}) {
      text.append(headers.getOrDefault(name, "")).append('\n');
    }
    headers.forEach((name, value) -> {
      if (name.startsWith("x-mns-")) text.append(name).append(':').append(value).append('\n');
    });
    text.append(exchange.getRequestURI());
    String address = new String(Base64.getDecoder().decode(headers.get("x-mns-signing-cert-url")));
    Signature signature = Signature.getInstance("SHA1withRSA");
    signature.initVerify(certificateAt(address).getPublicKey());
    signature.update(text.toString().getBytes(StandardCharsets.UTF_8));
    return signature.verify(Base64.getDecoder().decode(headers.get("authorization")));
  }

  private static Certificate certificateAt(String address) throws Exception {
    try (InputStream pem = new URL(address).openStream()) {
      return CertificateFactory.getInstance("X.509").generateCertificate(pem);
    }
  }
}
