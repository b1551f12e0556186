//! Runs calls of the AWS SDK for Rust for a program that writes them to its standard input, one JSON document a line:
//! `{"n":1,"action":"SendMessage","input":{…}}` is answered, in whatever order calls end, by `{"n":1,"output":{…}}` or
//! `{"n":1,"error":{"kind":…,"code":…,"message":…}}`.

mod calls;
mod input;
mod output;

use aws_sdk_sqs::config::retry::RetryConfig;
use aws_sdk_sqs::config::{BehaviorVersion, Config, Credentials, Region};
use aws_sdk_sqs::Client;
use aws_smithy_http_client::Builder;
use input::Input;
use serde_json::{json, Value};

fn client() -> Client {
    let config = Config::builder()
        .behavior_version(BehaviorVersion::latest())
        .http_client(Builder::new().build_http())
        .endpoint_url(std::env::var("TWINMQ_URL").expect("TWINMQ_URL is set"))
        .region(Region::new("us-east-1"))
        .credentials_provider(Credentials::new("test", "test", None, None, "given"))
        .retry_config(RetryConfig::disabled());
    Client::from_conf(config.build())
}

async fn answer(client: Client, asked: Value) -> Value {
    let action = asked["action"].as_str().unwrap_or_default();
    match calls::call(&client, action, &Input(&asked["input"])).await {
        Ok(output) => json!({ "n": asked["n"], "output": output }),
        Err(failure) => json!({ "n": asked["n"], "error": failure }),
    }
}

fn main() -> std::io::Result<()> {
    let runtime = tokio::runtime::Runtime::new()?;
    let client = {
        let _entered = runtime.enter();
        client()
    };
    for line in std::io::stdin().lines() {
        let asked: Value = serde_json::from_str(&line?)?;
        let client = client.clone();
        runtime.spawn(async move { println!("{}", answer(client, asked).await) });
    }
    std::process::exit(0) // the program that asked has ended: so do calls that still wait
}
