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

/** The SDK of another language, in a program that one of Node tells what to do. */
const sdk = (language, ...words) => ({
  needs: ['node', language],
  command: () => [process.execPath, join(here, 'node', 'bridged.mjs'), language, ...sdkOf(language, ...words)],
})

/** A framework of Java, likewise. */
const javaFramework = (name, className) => ({
  needs: ['node', 'java'],
  command: () => [process.execPath, join(here, 'node', 'bridged-framework.mjs'), name, ...sdkOf('java', className)],
})

/** Clients that run every scenario of SQS. The slow ones come first. */
const awsClients = [
  { name: 'awscli', column: 'awscli', ...python('awscli', 'awscli_scenarios.py') },
  { name: 'aws-sdk-java', column: 'Java v2', ...sdk('java', 'SdkCalls') },
  { name: 'boto3', column: 'boto3 JSON', ...python('current', 'boto3_scenarios.py', 'json') },
  { name: 'boto3-query', column: 'boto3 Query', ...python('query', 'boto3_scenarios.py', 'query') },
  { name: 'aws-sdk-v3', column: 'JS v3 JSON', ...node('aws-sdk-v3.mjs') },
  { name: 'aws-sdk-v2', column: 'JS v2 Query', ...node('aws-sdk-v2.mjs') },
  { name: 'aws-sdk-go', column: 'Go v2', ...sdk('go') },
  { name: 'aws-sdk-rust', column: 'Rust', ...sdk('rust') },
]

/** Frameworks, which send and call handlers by themselves. */
const frameworks = [
  { name: 'spring', column: 'Spring Cloud AWS', ...javaFramework('spring', 'SpringListening') },
  { name: 'jms', column: 'JMS', ...javaFramework('jms', 'JmsListening') },
  { name: 'nestjs-sqs', column: '@ssut/nestjs-sqs', ...node('nestjs-sqs.mjs') },
  { name: 'message-queue-toolkit', column: '@message-queue-toolkit', ...node('message-queue-toolkit.mjs') },
]

/**
 * Every client program. `column` heads it in the table, `group` names its scenarios, `needs` the installations it lives
 * in, `flags` what twinmq is told. Each runs against a twinmq of its own, on a
 * clock that stands still unless it `needsTime`. The slow ones come first.
 */
export const programs = [
  { name: 'celery', column: 'Celery', group: 'celery', needsTime: true, ...python('celery', 'celery_scenarios.py') },
  ...frameworks.map((program) => ({ ...program, group: 'framework' })),
  { name: 'mnscmd', column: 'mnscmd', group: 'mnscmd', ...python('current', 'mnscmd_scenarios.py') },
  ...awsClients.map((program) => ({ ...program, group: 'sqs' })),
  ...awsClients.map((program) => ({
    ...program,
    name: `${program.name}-strict`,
    group: 'strict',
    // Signatures are checked too, so that every client is seen to sign as AWS has it.
    flags: ['--strict', '--auth', join(here, 'keys.json')],
  })),
  { name: 'aws-transcript', column: 'awscli', group: 'transcript', ...python('awscli', 'aws_transcript.py') },
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
  strict: 'Amazon SQS, with --strict and --auth',
  transcript: 'Amazon SQS, what the AWS command line prints',
  consumer: 'Amazon SQS, through a consumer',
  framework: 'Amazon SQS, through a framework',
  celery: 'Amazon SQS, behind Celery',
  mns: 'Alibaba Cloud MNS',
  mnscmd: 'Alibaba Cloud MNS, command line',
  ...mnsGroups,
  cross: 'Both clouds on one emulator',
}
