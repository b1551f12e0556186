import com.google.gson.JsonObject;
import java.io.IOException;
import java.io.InputStream;
import java.net.InetAddress;
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
import org.apache.http.Header;
import org.apache.http.HttpEntityEnclosingRequest;
import org.apache.http.HttpRequest;
import org.apache.http.HttpResponse;
import org.apache.http.impl.bootstrap.HttpServer;
import org.apache.http.impl.bootstrap.ServerBootstrap;
import org.apache.http.protocol.HttpContext;
import org.apache.http.util.EntityUtils;

/**
 * A subscriber: takes what topics push, and verifies the signature with the certificate that the push names. It looks
 * headers up by their exact spelling, as samples for Java do, and answers 400 to what it cannot verify.
 */
final class Receiver {
  private final HttpServer server;
  private final LinkedBlockingQueue<Map<String, Object>> pushes = new LinkedBlockingQueue<>();
  private volatile int status = 204;

  Receiver() throws IOException {
    InetAddress loopback = InetAddress.getByName("127.0.0.1");
    server = ServerBootstrap.bootstrap().setLocalAddress(loopback).registerHandler("*", this::take).create();
    server.start();
  }

  Object run(String action, JsonObject input) throws Throwable {
    switch (action) {
      case "ReceiverUrl":
        return Map.of("url", "http://127.0.0.1:" + server.getLocalPort());
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

  private void take(HttpRequest request, HttpResponse response, HttpContext context) throws IOException {
    Map<String, String> headers = new TreeMap<>();
    for (Header header : request.getAllHeaders()) headers.put(header.getName(), header.getValue());
    String body = EntityUtils.toString(((HttpEntityEnclosingRequest) request).getEntity(), StandardCharsets.UTF_8);
    Map<String, Object> push = new LinkedHashMap<>();
    push.put("path", request.getRequestLine().getUri());
    push.put("headers", headers);
    push.put("body", body);
    Object verified = outcome(request, headers);
    push.put("verified", verified);
    int answered = Boolean.TRUE.equals(verified) ? status : 400;
    pushes.add(push); // before the answer: whoever counts after it must find this one
    response.setStatusCode(answered);
  }

  private static Object outcome(HttpRequest request, Map<String, String> headers) {
    try {
      return verify(request, headers);
    } catch (Exception error) {
      return error.toString();
    }
  }

  /** Source: MNS, signature of requests to an HTTP endpoint. */
  private static boolean verify(HttpRequest request, Map<String, String> headers) throws Exception {
    StringBuilder text = new StringBuilder(request.getRequestLine().getMethod()).append('\n');
    for (String name : new String[] {"Content-md5", "Content-Type", "Date"}) {
      text.append(headers.getOrDefault(name, "")).append('\n');
    }
    headers.forEach((name, value) -> {
      if (name.startsWith("x-mns-")) text.append(name).append(':').append(value).append('\n');
    });
    text.append(request.getRequestLine().getUri());
    String address = new String(Base64.getDecoder().decode(headers.get("x-mns-signing-cert-url")));
    Signature signature = Signature.getInstance("SHA1withRSA");
    signature.initVerify(certificateAt(address).getPublicKey());
    signature.update(text.toString().getBytes(StandardCharsets.UTF_8));
    return signature.verify(Base64.getDecoder().decode(headers.get("Authorization")));
  }

  private static Certificate certificateAt(String address) throws Exception {
    try (InputStream pem = new URL(address).openStream()) {
      return CertificateFactory.getInstance("X.509").generateCertificate(pem);
    }
  }
}
