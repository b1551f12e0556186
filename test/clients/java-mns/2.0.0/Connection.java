import com.aliyun.mns.client.MNSClient;
import com.aliyun.mns.client.MNSClientBuilder;
import com.aliyun.mns.common.auth.SignVersion;
import com.aliyun.mns.common.http.ClientConfiguration;
import com.aliyun.mns.model.AccountAttributes;

/** What is spelled differently in each major version of the SDK: here 2. */
final class Connection {
  private Connection() {}

  /** A client that signs in the way that is named, V2 or V4. */
  static MNSClient open(String url, String id, String secret, String token, String signature) {
    ClientConfiguration configuration = new ClientConfiguration();
    configuration.setSignatureVersion(SignVersion.valueOf(signature));
    configuration.setMaxErrorRetry(0);
    return MNSClientBuilder.create()
        .accountEndpoint(url)
        .accessKeyId(id)
        .accessKeySecret(secret)
        .securityToken(token)
        .region("cn-hangzhou")
        .clientConfiguration(configuration)
        .build();
  }

  static AccountAttributes account(MNSClient client) throws Exception {
    return client.getAccountAttributes();
  }

  static void setAccount(MNSClient client, AccountAttributes attributes) throws Exception {
    client.setAccountAttributes(attributes);
  }
}
