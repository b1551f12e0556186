"""Every scenario of SQS, of the group that was asked for. Each is given tools: `sqs`, which takes and gives what boto3
does, and `refused(name, call)`, which asserts that a call is refused with the error of that name and returns its message.
"""

import os

from sqs_batches import BATCH_SCENARIOS
from sqs_dead_letters import DEAD_LETTER_SCENARIOS
from sqs_deduplication import DEDUPLICATION_SCENARIOS
from sqs_fifo import FIFO_SCENARIOS
from sqs_messages import MESSAGE_SCENARIOS
from sqs_move_tasks import MOVE_TASK_SCENARIOS
from sqs_permissions import PERMISSION_SCENARIOS
from sqs_queues import QUEUE_SCENARIOS
from sqs_strict import STRICT_SCENARIOS
from sqs_time import TIME_SCENARIOS

_ORDINARY_SCENARIOS = {
    **QUEUE_SCENARIOS,
    **MESSAGE_SCENARIOS,
    **TIME_SCENARIOS,
    **BATCH_SCENARIOS,
    **FIFO_SCENARIOS,
    **DEDUPLICATION_SCENARIOS,
    **DEAD_LETTER_SCENARIOS,
    **MOVE_TASK_SCENARIOS,
    **PERMISSION_SCENARIOS,
}

SQS_SCENARIOS = STRICT_SCENARIOS if os.environ["SCENARIO_GROUP"] == "strict" else _ORDINARY_SCENARIOS
