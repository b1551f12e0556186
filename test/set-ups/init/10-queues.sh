#!/bin/bash
# Makes the queues that the app expects.
set -euo pipefail
awslocal sqs create-queue --queue-name orders-dead
dead=$(awslocal sqs get-queue-attributes --queue-url "$(awslocal sqs get-queue-url --queue-name orders-dead --query QueueUrl --output text)" \
  --attribute-names QueueArn --query Attributes.QueueArn --output text)
awslocal sqs create-queue --queue-name orders \
  --attributes "{\"VisibilityTimeout\":\"45\",\"RedrivePolicy\":\"{\\\"deadLetterTargetArn\\\":\\\"$dead\\\",\\\"maxReceiveCount\\\":3}\"}"
echo "the queues are there"
