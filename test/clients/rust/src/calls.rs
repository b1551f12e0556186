//! Every action of the API, called through the SDK.

use aws_sdk_sqs::Client;
use serde_json::{json, Value};

use crate::input::Input;
use crate::output::{failed, message, sent, task, text_map, Failure};

type Outcome = Result<Value, Failure>;

/// Calls an action with what the input holds, and tells what it returned.
pub async fn call(sqs: &Client, action: &str, input: &Input<'_>) -> Result<Value, Value> {
    let outcome = match action {
        "CreateQueue" | "DeleteQueue" | "GetQueueUrl" | "ListQueues" | "ListDeadLetterSourceQueues" => {
            queues(sqs, action, input).await
        }
        "SendMessage" | "ReceiveMessage" | "DeleteMessage" | "ChangeMessageVisibility" => {
            messages(sqs, action, input).await
        }
        "SendMessageBatch" | "DeleteMessageBatch" | "ChangeMessageVisibilityBatch" => batches(sqs, action, input).await,
        "StartMessageMoveTask" | "CancelMessageMoveTask" | "ListMessageMoveTasks" => tasks(sqs, action, input).await,
        _ => settings(sqs, action, input).await,
    };
    outcome.map_err(|Failure(told)| told)
}

async fn queues(sqs: &Client, action: &str, input: &Input<'_>) -> Outcome {
    Ok(match action {
        "CreateQueue" => {
            let call = sqs.create_queue().set_queue_name(input.text("QueueName"));
            let call = call.set_attributes(input.text_map("Attributes")).set_tags(input.text_map("tags"));
            json!({ "QueueUrl": call.send().await?.queue_url() })
        }
        "DeleteQueue" => {
            sqs.delete_queue().set_queue_url(input.text("QueueUrl")).send().await?;
            json!({})
        }
        "GetQueueUrl" => {
            let call = sqs.get_queue_url().set_queue_name(input.text("QueueName"));
            json!({ "QueueUrl": call.send().await?.queue_url() })
        }
        "ListQueues" => {
            let call = sqs.list_queues().set_queue_name_prefix(input.text("QueueNamePrefix"));
            let call = call.set_max_results(input.number("MaxResults")).set_next_token(input.text("NextToken"));
            let output = call.send().await?;
            json!({ "QueueUrls": output.queue_urls(), "NextToken": output.next_token() })
        }
        _ => {
            let call = sqs.list_dead_letter_source_queues().set_queue_url(input.text("QueueUrl"));
            let call = call.set_max_results(input.number("MaxResults")).set_next_token(input.text("NextToken"));
            let output = call.send().await?;
            json!({ "queueUrls": output.queue_urls(), "NextToken": output.next_token() })
        }
    })
}

async fn settings(sqs: &Client, action: &str, input: &Input<'_>) -> Outcome {
    let url = input.text("QueueUrl");
    match action {
        "GetQueueAttributes" => {
            let call = sqs.get_queue_attributes().set_queue_url(url);
            let output = call.set_attribute_names(input.texts("AttributeNames")).send().await?;
            return Ok(json!({ "Attributes": text_map(output.attributes()) }));
        }
        "ListQueueTags" => {
            let output = sqs.list_queue_tags().set_queue_url(url).send().await?;
            return Ok(json!({ "Tags": text_map(output.tags()) }));
        }
        "SetQueueAttributes" => {
            let call = sqs.set_queue_attributes().set_queue_url(url);
            call.set_attributes(input.text_map("Attributes")).send().await?;
        }
        "PurgeQueue" => {
            sqs.purge_queue().set_queue_url(url).send().await?;
        }
        "TagQueue" => {
            sqs.tag_queue().set_queue_url(url).set_tags(input.text_map("Tags")).send().await?;
        }
        "UntagQueue" => {
            sqs.untag_queue().set_queue_url(url).set_tag_keys(input.texts("TagKeys")).send().await?;
        }
        "AddPermission" => {
            let call = sqs.add_permission().set_queue_url(url).set_label(input.text("Label"));
            let call = call.set_aws_account_ids(input.texts("AWSAccountIds"));
            call.set_actions(input.texts("Actions")).send().await?;
        }
        "RemovePermission" => {
            sqs.remove_permission().set_queue_url(url).set_label(input.text("Label")).send().await?;
        }
        _ => return Err(Failure(json!({ "kind": "UnknownAction", "code": "", "message": action }))),
    }
    Ok(json!({}))
}

async fn messages(sqs: &Client, action: &str, input: &Input<'_>) -> Outcome {
    let url = input.text("QueueUrl");
    Ok(match action {
        "SendMessage" => {
            let call = sqs.send_message().set_queue_url(url).set_message_body(input.text("MessageBody"));
            let call = call
                .set_delay_seconds(input.number("DelaySeconds"))
                .set_message_attributes(input.attributes("MessageAttributes")?)
                .set_message_system_attributes(input.system_attributes("MessageSystemAttributes")?)
                .set_message_deduplication_id(input.text("MessageDeduplicationId"))
                .set_message_group_id(input.text("MessageGroupId"));
            let output = call.send().await?;
            json!({
                "MessageId": output.message_id(),
                "MD5OfMessageBody": output.md5_of_message_body(),
                "MD5OfMessageAttributes": output.md5_of_message_attributes(),
                "MD5OfMessageSystemAttributes": output.md5_of_message_system_attributes(),
                "SequenceNumber": output.sequence_number(),
            })
        }
        "ReceiveMessage" => {
            let call = sqs.receive_message().set_queue_url(url);
            #[allow(deprecated)] // its successor is asked for by other clients
            let call = call.set_attribute_names(input.texts("AttributeNames"));
            let call = call
                .set_message_attribute_names(input.texts("MessageAttributeNames"))
                .set_max_number_of_messages(input.number("MaxNumberOfMessages"))
                .set_visibility_timeout(input.number("VisibilityTimeout"))
                .set_wait_time_seconds(input.number("WaitTimeSeconds"))
                .set_receive_request_attempt_id(input.text("ReceiveRequestAttemptId"));
            let output = call.send().await?;
            json!({ "Messages": output.messages().iter().map(message).collect::<Value>() })
        }
        "DeleteMessage" => {
            let call = sqs.delete_message().set_queue_url(url);
            call.set_receipt_handle(input.text("ReceiptHandle")).send().await?;
            json!({})
        }
        _ => {
            let call = sqs.change_message_visibility().set_queue_url(url);
            let call = call.set_receipt_handle(input.text("ReceiptHandle"));
            call.set_visibility_timeout(input.number("VisibilityTimeout")).send().await?;
            json!({})
        }
    })
}

async fn batches(sqs: &Client, action: &str, input: &Input<'_>) -> Outcome {
    let url = input.text("QueueUrl");
    Ok(match action {
        "SendMessageBatch" => {
            let output = sqs.send_message_batch().set_queue_url(url).set_entries(input.sends()?).send().await?;
            let successful: Value = output.successful().iter().map(sent).collect();
            json!({ "Successful": successful, "Failed": failed(output.failed()) })
        }
        "DeleteMessageBatch" => {
            let output = sqs.delete_message_batch().set_queue_url(url).set_entries(input.deletes()?).send().await?;
            let successful: Value = output.successful().iter().map(|entry| json!({ "Id": entry.id() })).collect();
            json!({ "Successful": successful, "Failed": failed(output.failed()) })
        }
        _ => {
            let call = sqs.change_message_visibility_batch().set_queue_url(url);
            let output = call.set_entries(input.changes()?).send().await?;
            let successful: Value = output.successful().iter().map(|entry| json!({ "Id": entry.id() })).collect();
            json!({ "Successful": successful, "Failed": failed(output.failed()) })
        }
    })
}

async fn tasks(sqs: &Client, action: &str, input: &Input<'_>) -> Outcome {
    Ok(match action {
        "StartMessageMoveTask" => {
            let call = sqs.start_message_move_task().set_source_arn(input.text("SourceArn"));
            let call = call.set_destination_arn(input.text("DestinationArn"));
            let call = call.set_max_number_of_messages_per_second(input.number("MaxNumberOfMessagesPerSecond"));
            json!({ "TaskHandle": call.send().await?.task_handle() })
        }
        "CancelMessageMoveTask" => {
            let call = sqs.cancel_message_move_task().set_task_handle(input.text("TaskHandle"));
            let moved = call.send().await?.approximate_number_of_messages_moved();
            json!({ "ApproximateNumberOfMessagesMoved": moved })
        }
        _ => {
            let call = sqs.list_message_move_tasks().set_source_arn(input.text("SourceArn"));
            let output = call.set_max_results(input.number("MaxResults")).send().await?;
            json!({ "Results": output.results().iter().map(task).collect::<Value>() })
        }
    })
}
