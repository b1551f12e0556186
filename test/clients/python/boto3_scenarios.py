"""boto3: SQS over JSON in current releases, over the Query protocol in those of before. It checks no MD5 by itself."""

import sys

import boto3
from botocore.config import Config
from botocore.exceptions import ClientError
from harness import CALL_LIMIT_SECONDS, URL, equal, run_program
from sqs_errors import QUERY_CODES
from sqs_scenarios import SQS_SCENARIOS


class Boto3:
    def __init__(self):
        config = Config(read_timeout=CALL_LIMIT_SECONDS, retries={"max_attempts": 0})
        self.sqs = boto3.client("sqs", endpoint_url=URL, region_name="us-east-1", config=config)

    def refused(self, name, call):
        """The message of the refusal, which must be of the class boto3 has for it, or else its ClientError."""
        expected = getattr(self.sqs.exceptions, name, ClientError)
        try:
            call()
        except expected as error:
            equal(error.response["Error"]["Code"], QUERY_CODES.get(name, name))
            return error.response["Error"]["Message"]
        raise AssertionError(f"succeeded, though it should have been {name}")


tools = Boto3()
equal(tools.sqs.meta.service_model.protocol, sys.argv[1])
run_program(SQS_SCENARIOS, tools)
