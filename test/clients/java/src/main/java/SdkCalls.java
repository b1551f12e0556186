import java.io.IOException;
import java.lang.reflect.InvocationTargetException;
import java.net.URI;
import java.util.ArrayList;
import java.util.Base64;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import software.amazon.awssdk.auth.credentials.AwsBasicCredentials;
import software.amazon.awssdk.auth.credentials.StaticCredentialsProvider;
import software.amazon.awssdk.core.SdkBytes;
import software.amazon.awssdk.core.SdkField;
import software.amazon.awssdk.core.SdkPojo;
import software.amazon.awssdk.core.protocol.MarshallingType;
import software.amazon.awssdk.core.traits.ListTrait;
import software.amazon.awssdk.core.traits.MapTrait;
import software.amazon.awssdk.core.util.SdkAutoConstructList;
import software.amazon.awssdk.core.util.SdkAutoConstructMap;
import software.amazon.awssdk.protocols.jsoncore.JsonNode;
import software.amazon.awssdk.regions.Region;
import software.amazon.awssdk.retries.DefaultRetryStrategy;
import software.amazon.awssdk.services.sqs.SqsClient;
import software.amazon.awssdk.utils.builder.Buildable;

/** Makes the calls of the AWS SDK for Java v2 that another program asks for. */
public final class SdkCalls {
  private static final String MODEL = "software.amazon.awssdk.services.sqs.model.";

  private final SqsClient client = client();

  private SdkCalls() {}

  /** The client under test. */
  static SqsClient client() {
    return SqsClient.builder()
        .endpointOverride(URI.create(System.getenv("TWINMQ_URL")))
        .region(Region.US_EAST_1)
        .credentialsProvider(StaticCredentialsProvider.create(AwsBasicCredentials.create("test", "test")))
        .overrideConfiguration(options -> options.retryStrategy(DefaultRetryStrategy.doNotRetry()))
        .build();
  }

  public static void main(String[] arguments) throws IOException {
    Lines.serve(new SdkCalls()::call);
  }

  private Object call(String action, JsonNode input) throws Throwable {
    Class<?> type = Class.forName(MODEL + action + "Request");
    Object request = build((SdkPojo) type.getMethod("builder").invoke(null), input);
    String method = action.substring(0, 1).toLowerCase() + action.substring(1);
    try {
      return plain(SqsClient.class.getMethod(method, type).invoke(client, request));
    } catch (InvocationTargetException thrown) {
      throw thrown.getCause();
    }
  }

  /** Gives a builder the members of an input, by the names they have on the wire, and builds. */
  private static Object build(SdkPojo builder, JsonNode input) {
    Map<String, SdkField<?>> fields = new LinkedHashMap<>();
    for (SdkField<?> field : builder.sdkFields()) {
      fields.put(field.locationName(), field);
    }
    input.asObject().forEach((name, value) -> {
      SdkField<?> field = fields.get(name);
      if (field == null) {
        throw new IllegalArgumentException("the SDK has no member " + name);
      }
      field.set(builder, typed(field, value));
    });
    return ((Buildable) builder).build();
  }

  private static Object typed(SdkField<?> field, JsonNode value) {
    MarshallingType<?> type = field.marshallingType();
    if (type == MarshallingType.INTEGER) {
      return Integer.valueOf(value.asNumber());
    }
    if (type == MarshallingType.SDK_BYTES) {
      return SdkBytes.fromByteArray(Base64.getDecoder().decode(value.asString()));
    }
    if (type == MarshallingType.SDK_POJO) {
      return build(field.constructor().get(), value);
    }
    if (type == MarshallingType.LIST) {
      SdkField<?> member = field.getTrait(ListTrait.class).memberFieldInfo();
      return value.asArray().stream().map(item -> typed(member, item)).toList();
    }
    if (type == MarshallingType.MAP) {
      SdkField<?> member = field.getTrait(MapTrait.class).valueFieldInfo();
      Map<String, Object> map = new LinkedHashMap<>();
      value.asObject().forEach((name, item) -> map.put(name, typed(member, item)));
      return map;
    }
    return value.asString();
  }

  /** What a result holds, as maps, lists and texts; members that the service did not send are left out. */
  private static Object plain(Object value) {
    if (value instanceof SdkPojo pojo) {
      Map<String, Object> members = new LinkedHashMap<>();
      for (SdkField<?> field : pojo.sdkFields()) {
        Object member = field.getValueOrDefault(pojo);
        if (member != null && !(member instanceof SdkAutoConstructMap) && !(member instanceof SdkAutoConstructList)) {
          members.put(field.locationName(), plain(member));
        }
      }
      return members;
    }
    if (value instanceof Map<?, ?> map) {
      Map<String, Object> members = new LinkedHashMap<>();
      map.forEach((name, member) -> members.put(name.toString(), plain(member)));
      return members;
    }
    if (value instanceof List<?> list) {
      List<Object> items = new ArrayList<>();
      list.forEach(item -> items.add(plain(item)));
      return items;
    }
    return value instanceof SdkBytes bytes ? Base64.getEncoder().encodeToString(bytes.asByteArray()) : value;
  }
}
