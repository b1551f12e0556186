//! Reads the members of a call's input, by their names on the wire.

use std::collections::HashMap;
use std::hash::Hash;

use aws_sdk_sqs::error::BuildError;
use aws_sdk_sqs::primitives::Blob;
use aws_sdk_sqs::types::{
    ChangeMessageVisibilityBatchRequestEntry, DeleteMessageBatchRequestEntry, MessageAttributeValue,
    MessageSystemAttributeValue, SendMessageBatchRequestEntry,
};
use aws_smithy_types::base64;
use serde_json::Value;

/// The input of a call, or an entry of it. Each method returns what a member holds, or `None` where it is absent.
pub struct Input<'a>(pub &'a Value);

impl Input<'_> {
    pub fn text(&self, name: &str) -> Option<String> {
        self.0[name].as_str().map(str::to_owned)
    }

    pub fn number(&self, name: &str) -> Option<i32> {
        self.0[name].as_i64().map(|number| number as i32)
    }

    pub fn texts<T: for<'t> From<&'t str>>(&self, name: &str) -> Option<Vec<T>> {
        self.list(name, |item| item.0.as_str().unwrap_or_default().into())
    }

    pub fn text_map<K: for<'t> From<&'t str> + Eq + Hash>(&self, name: &str) -> Option<HashMap<K, String>> {
        self.map(name, |value| value.0.as_str().unwrap_or_default().to_owned())
    }

    pub fn attributes(&self, name: &str) -> Result<Option<HashMap<String, MessageAttributeValue>>, BuildError> {
        self.map(name, |value| {
            MessageAttributeValue::builder()
                .set_data_type(value.text("DataType"))
                .set_string_value(value.text("StringValue"))
                .set_binary_value(value.bytes("BinaryValue"))
                .build()
        })
        .map(built)
        .transpose()
    }

    pub fn system_attributes<K: for<'t> From<&'t str> + Eq + Hash>(
        &self,
        name: &str,
    ) -> Result<Option<HashMap<K, MessageSystemAttributeValue>>, BuildError> {
        self.map(name, |value| {
            MessageSystemAttributeValue::builder()
                .set_data_type(value.text("DataType"))
                .set_string_value(value.text("StringValue"))
                .build()
        })
        .map(built)
        .transpose()
    }

    pub fn sends(&self) -> Result<Option<Vec<SendMessageBatchRequestEntry>>, BuildError> {
        let entries = self.list("Entries", |entry| {
            SendMessageBatchRequestEntry::builder()
                .set_id(entry.text("Id"))
                .set_message_body(entry.text("MessageBody"))
                .set_delay_seconds(entry.number("DelaySeconds"))
                .set_message_attributes(entry.attributes("MessageAttributes")?)
                .set_message_system_attributes(entry.system_attributes("MessageSystemAttributes")?)
                .set_message_deduplication_id(entry.text("MessageDeduplicationId"))
                .set_message_group_id(entry.text("MessageGroupId"))
                .build()
        });
        entries.map(|entries| entries.into_iter().collect()).transpose()
    }

    pub fn deletes(&self) -> Result<Option<Vec<DeleteMessageBatchRequestEntry>>, BuildError> {
        let entries = self.list("Entries", |entry| {
            DeleteMessageBatchRequestEntry::builder()
                .set_id(entry.text("Id"))
                .set_receipt_handle(entry.text("ReceiptHandle"))
                .build()
        });
        entries.map(|entries| entries.into_iter().collect()).transpose()
    }

    pub fn changes(&self) -> Result<Option<Vec<ChangeMessageVisibilityBatchRequestEntry>>, BuildError> {
        let entries = self.list("Entries", |entry| {
            ChangeMessageVisibilityBatchRequestEntry::builder()
                .set_id(entry.text("Id"))
                .set_receipt_handle(entry.text("ReceiptHandle"))
                .set_visibility_timeout(entry.number("VisibilityTimeout"))
                .build()
        });
        entries.map(|entries| entries.into_iter().collect()).transpose()
    }

    fn bytes(&self, name: &str) -> Option<Blob> {
        let text = self.0[name].as_str()?;
        Some(Blob::new(base64::decode(text).expect("bytes come as base64")))
    }

    fn list<T>(&self, name: &str, item: impl Fn(Input) -> T) -> Option<Vec<T>> {
        Some(self.0[name].as_array()?.iter().map(|value| item(Input(value))).collect())
    }

    fn map<K: for<'t> From<&'t str> + Eq + Hash, T>(
        &self,
        name: &str,
        item: impl Fn(Input) -> T,
    ) -> Option<HashMap<K, T>> {
        let members = self.0[name].as_object()?;
        Some(members.iter().map(|(key, value)| (key.as_str().into(), item(Input(value)))).collect())
    }
}

fn built<K: Eq + Hash, T>(values: HashMap<K, Result<T, BuildError>>) -> Result<HashMap<K, T>, BuildError> {
    values.into_iter().map(|(key, value)| Ok((key, value?))).collect()
}
