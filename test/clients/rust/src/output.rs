//! Tells what a call returned, under the names that members have on the wire. What is `null` was absent.

use std::collections::HashMap;
use std::fmt::Debug;

use aws_sdk_sqs::error::{BuildError, ProvideErrorMetadata, SdkError};
use aws_sdk_sqs::types::{
    BatchResultErrorEntry, ListMessageMoveTasksResultEntry, Message, SendMessageBatchResultEntry,
};
use aws_smithy_types::base64;
use serde_json::{json, Map, Value};

/// What a failed call is told as.
pub struct Failure(pub Value);

impl<E: Debug + ProvideErrorMetadata, R: Debug> From<SdkError<E, R>> for Failure {
    fn from(error: SdkError<E, R>) -> Self {
        let SdkError::ServiceError(refusal) = &error else {
            return Failure(json!({ "kind": "SdkError", "code": "", "message": format!("{error:?}") }));
        };
        let variant = format!("{:?}", refusal.err());
        let kind = variant.split('(').next();
        Failure(json!({ "kind": kind, "code": refusal.err().code(), "message": refusal.err().message() }))
    }
}

impl From<BuildError> for Failure {
    fn from(error: BuildError) -> Self {
        Failure(json!({ "kind": "BuildError", "code": "", "message": error.to_string() }))
    }
}

pub fn text_map<K: AsRef<str>>(map: Option<&HashMap<K, String>>) -> Value {
    let members = map.map(|map| map.iter().map(|(name, value)| (name.as_ref().to_owned(), json!(value))));
    members.map_or(Value::Null, |members| Value::Object(members.collect::<Map<_, _>>()))
}

pub fn message(message: &Message) -> Value {
    let attributes = message.message_attributes().map(|attributes| {
        let told = attributes.iter().map(|(name, value)| {
            let bytes = value.binary_value().map(|bytes| base64::encode(bytes.as_ref()));
            let value = json!({
                "DataType": value.data_type(),
                "StringValue": value.string_value(),
                "BinaryValue": bytes,
            });
            (name.clone(), value)
        });
        Value::Object(told.collect())
    });
    json!({
        "MessageId": message.message_id(),
        "ReceiptHandle": message.receipt_handle(),
        "Body": message.body(),
        "MD5OfBody": message.md5_of_body(),
        "Attributes": text_map(message.attributes()),
        "MessageAttributes": attributes,
        "MD5OfMessageAttributes": message.md5_of_message_attributes(),
    })
}

pub fn sent(entry: &SendMessageBatchResultEntry) -> Value {
    json!({
        "Id": entry.id(),
        "MessageId": entry.message_id(),
        "MD5OfMessageBody": entry.md5_of_message_body(),
        "MD5OfMessageAttributes": entry.md5_of_message_attributes(),
        "MD5OfMessageSystemAttributes": entry.md5_of_message_system_attributes(),
        "SequenceNumber": entry.sequence_number(),
    })
}

pub fn failed(entries: &[BatchResultErrorEntry]) -> Value {
    let told = entries.iter().map(|entry| {
        json!({
            "Id": entry.id(),
            "SenderFault": entry.sender_fault(),
            "Code": entry.code(),
            "Message": entry.message(),
        })
    });
    told.collect()
}

pub fn task(task: &ListMessageMoveTasksResultEntry) -> Value {
    json!({
        "TaskHandle": task.task_handle(),
        "Status": task.status(),
        "SourceArn": task.source_arn(),
        "DestinationArn": task.destination_arn(),
        "MaxNumberOfMessagesPerSecond": task.max_number_of_messages_per_second(),
        "ApproximateNumberOfMessagesMoved": task.approximate_number_of_messages_moved(),
        "ApproximateNumberOfMessagesToMove": task.approximate_number_of_messages_to_move(),
        "FailureReason": task.failure_reason(),
        "StartedTimestamp": task.started_timestamp(),
    })
}
