import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { pythonOf, sdkOf } from './install.mjs'
import { mnsGroups, mnsPrograms } from './mns-programs.mjs'

const here = fileURLToPath(new URL('.', import.meta.url))

const node = (file) => ({ needs: ['node'], command: () => [process.execPath, join(here, 'node', file)] })

const python = (set, file, ...words) => ({
  needs: [set],
  command: () => [pythonOf(set), join(here, 'python', file), ...words],
})

/** A program of another language, which a program of Node tells what to do. */
const bridged = (language, file, name, ...words) => ({
  needs: ['node', language],
  command: () => [process.execPath, join(here, 'node', file), name, ...sdkOf(language, ...words)],
})

/**
 * Every client program. `column` heads it in the table, `group` names its scenarios, `needs` the installations it lives
 * in. Each runs against a twinmq of its own, except those that start one by themselves, and on a
 * clock that stands still unless it `needsTime`. The slow ones come first.
 */
export const programs = [
  {
    name: 'spring',
    column: 'Spring Cloud AWS',
    group: 'framework',
    ...bridged('java', 'bridged-framework.mjs', 'spring', 'SpringListening'),
  },
  { name: 'celery', column: 'Celery', group: 'celery', needsTime: true, ...python('celery', 'celery_scenarios.py') },
  { name: 'mnscmd', column: 'mnscmd', group: 'mnscmd', ...python('current', 'mnscmd_scenarios.py') },
  { name: 'awscli', column: 'awscli', group: 'sqs', ...python('awscli', 'awscli_scenarios.py') },
  { name: 'crash', column: 'kill -9', group: 'crash', startsTwinmq: true, ...node('crash.mjs') },
  { name: 'boto3', column: 'boto3 JSON', group: 'sqs', ...python('current', 'boto3_scenarios.py', 'json') },
  { name: 'boto3-query', column: 'boto3 Query', group: 'sqs', ...python('query', 'boto3_scenarios.py', 'query') },
  { name: 'aws-sdk-v3', column: 'JS v3 JSON', group: 'sqs', ...node('aws-sdk-v3.mjs') },
  { name: 'aws-sdk-v2', column: 'JS v2 Query', group: 'sqs', ...node('aws-sdk-v2.mjs') },
  { name: 'aws-sdk-go', column: 'Go v2', group: 'sqs', ...bridged('go', 'bridged.mjs', 'go') },
  { name: 'aws-sdk-java', column: 'Java v2', group: 'sqs', ...bridged('java', 'bridged.mjs', 'java', 'SdkCalls') },
  { name: 'aws-sdk-rust', column: 'Rust', group: 'sqs', ...bridged('rust', 'bridged.mjs', 'rust') },
  {
    name: 'jms',
    column: 'JMS',
    group: 'framework',
    ...bridged('java', 'bridged-framework.mjs', 'jms', 'JmsListening'),
  },
  { name: 'nestjs-sqs', column: '@ssut/nestjs-sqs', group: 'framework', ...node('nestjs-sqs.mjs') },
  {
    name: 'message-queue-toolkit',
    column: '@message-queue-toolkit',
    group: 'framework',
    ...node('message-queue-toolkit.mjs'),
  },
  { name: 'sqs-consumer', column: 'sqs-consumer', group: 'consumer', ...node('sqs-consumer.mjs') },
  { name: 'aliyun-mns-sdk', column: 'aliyun-mns-sdk', group: 'mns', ...python('current', 'aliyun_mns_scenarios.py') },
  { name: 'alicloud-mns', column: '@alicloud/mns', group: 'mns', ...node('alicloud-mns.mjs') },
  { name: 'ali-mns', column: 'ali-mns', group: 'mns', throughProxy: true, ...node('ali-mns.mjs') },
  ...mnsPrograms,
  { name: 'cross-node', column: 'Node', group: 'cross', ...node('cross-cloud.mjs') },
  { name: 'cross-python', column: 'Python', group: 'cross', ...python('current', 'cross_cloud.py') },
]

/** What the tables of the groups are headed with. */
export const groups = {
  sqs: 'Amazon SQS',
  consumer: 'Amazon SQS, through a consumer',
  framework: 'Amazon SQS, through a framework',
  celery: 'Amazon SQS, behind Celery',
  mns: 'Alibaba Cloud MNS',
  mnscmd: 'Alibaba Cloud MNS, command line',
  ...mnsGroups,
  cross: 'Both clouds on one emulator',
  crash: 'Killed and started again',
}
