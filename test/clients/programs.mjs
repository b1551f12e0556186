import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { pythonOf } from './install.mjs'

const here = fileURLToPath(new URL('.', import.meta.url))

const node = (file) => ({ needs: 'node', command: () => [process.execPath, join(here, 'node', file)] })

const python = (needs, file, ...words) => ({
  needs,
  command: () => [pythonOf(needs), join(here, 'python', file), ...words],
})

/**
 * Every client program. `column` heads it in the table, `group` names its scenarios, `needs` the installation it lives
 * in. Each runs against a twinmq of its own, except those that start one by themselves. The slow ones come first.
 */
export const programs = [
  { name: 'mnscmd', column: 'mnscmd', group: 'mnscmd', ...python('current', 'mnscmd_scenarios.py') },
  { name: 'awscli', column: 'awscli', group: 'sqs', ...python('awscli', 'awscli_scenarios.py') },
  { name: 'crash', column: 'kill -9', group: 'crash', startsTwinmq: true, ...node('crash.mjs') },
  { name: 'boto3', column: 'boto3 JSON', group: 'sqs', ...python('current', 'boto3_scenarios.py', 'json') },
  { name: 'boto3-query', column: 'boto3 Query', group: 'sqs', ...python('query', 'boto3_scenarios.py', 'query') },
  { name: 'aws-sdk-v3', column: 'JS v3 JSON', group: 'sqs', ...node('aws-sdk-v3.mjs') },
  { name: 'aws-sdk-v2', column: 'JS v2 Query', group: 'sqs', ...node('aws-sdk-v2.mjs') },
  { name: 'sqs-consumer', column: 'sqs-consumer', group: 'consumer', ...node('sqs-consumer.mjs') },
  { name: 'aliyun-mns-sdk', column: 'aliyun-mns-sdk', group: 'mns', ...python('current', 'aliyun_mns_scenarios.py') },
  { name: 'alicloud-mns', column: '@alicloud/mns', group: 'mns', ...node('alicloud-mns.mjs') },
  { name: 'ali-mns', column: 'ali-mns', group: 'mns', throughProxy: true, ...node('ali-mns.mjs') },
  { name: 'cross-node', column: 'Node', group: 'cross', ...node('cross-cloud.mjs') },
  { name: 'cross-python', column: 'Python', group: 'cross', ...python('current', 'cross_cloud.py') },
]

/** What the tables of the groups are headed with. */
export const groups = {
  sqs: 'Amazon SQS',
  consumer: 'Amazon SQS, through a consumer',
  mns: 'Alibaba Cloud MNS',
  mnscmd: 'Alibaba Cloud MNS, command line',
  cross: 'Both clouds on one emulator',
  crash: 'Killed and started again',
}
