"""An app of a user: nothing in it says where the queues are; AWS_ENDPOINT_URL does."""

import os

import boto3

sqs = boto3.client("sqs")
find = sqs.get_queue_url if os.environ.get("QUEUE_IS_THERE") else sqs.create_queue
url = find(QueueName=os.environ["QUEUE_NAME"])["QueueUrl"]
sent = sqs.send_message(QueueUrl=url, MessageBody="hello from Python")
messages = sqs.receive_message(QueueUrl=url, WaitTimeSeconds=5).get("Messages", [])
if [message["MessageId"] for message in messages] != [sent["MessageId"]]:
    raise AssertionError(f"sent {sent['MessageId']}, received {messages}")
sqs.delete_message(QueueUrl=url, ReceiptHandle=messages[0]["ReceiptHandle"])
print(url)
