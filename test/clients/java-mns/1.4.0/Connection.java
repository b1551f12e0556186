import com.aliyun.mns.client.CloudAccount;
import com.aliyun.mns.client.MNSClient;
import com.aliyun.mns.common.http.ClientConfiguration;
import com.aliyun.mns.model.AccountAttributes;

/** What is spelled differently in each major version of the SDK: here 1, which signs in one way only. */
final class Connection {
  private Connection() {}

  static MNSClient open(String url, String id, String secret, String token, String signature) {
    if (!signature.equals("V2")) throw new IllegalArgumentException(signature);
    ClientConfiguration configuration = new ClientConfiguration();
    configuration.setMaxErrorRetry(0);
    return new CloudAccount(id, secret, url, token, null, configuration).getMNSClient();
  }

  static AccountAttributes account(MNSClient client) throws Exception {
    return client.GetAccountAttributes();
  }

  static void setAccount(MNSClient client, AccountAttributes attributes) throws Exception {
    client.SetAccountAttributes(attributes);
  }
}
