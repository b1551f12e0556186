import { resolve } from 'node:path'
import { expect, test } from 'vitest'
import { Command } from '../support/command.ts'

const program = resolve('dist/aws.js')

test.each([
  ['json', /^\{\n {4}"QueueUrls": \[/],
  ['text', /^QUEUEURLS\thttp:/],
  ['table', /\|\s+ListQueues\s+\|/],
  ['yaml', /^QueueUrls:\n- http:/],
  ['yaml-stream', /^- QueueUrls:/],
])('the built aws prints %s', async (output, form) => {
  const { port } = await Command.start(['--memory'])
  const variables = { AWS_ENDPOINT_URL: `http://127.0.0.1:${port}`, HOME: '/nowhere' }
  const aws = (...words: string[]) => Command.run(['sqs', ...words], { program, variables })
  await aws('create-queue', '--queue-name', 'orders')
  const { code, stdout, stderr } = await aws('list-queues', '--output', output)
  expect([code, stderr]).toEqual([0, ''])
  expect(stdout).toMatch(form)
})

test('the built aws reads input in YAML, and prints a skeleton of it', async () => {
  const { port } = await Command.start(['--memory'])
  const variables = { AWS_ENDPOINT_URL: `http://127.0.0.1:${port}`, HOME: '/nowhere' }
  const created = await Command.run(['sqs', 'create-queue', '--cli-input-yaml', 'QueueName: orders'], {
    program,
    variables,
  })
  expect([created.code, created.stderr]).toEqual([0, ''])
  const skeleton = await Command.run(['sqs', 'create-queue', '--generate-cli-skeleton', 'yaml-input'], {
    program,
    variables,
  })
  expect(skeleton.stdout).toMatch(/^QueueName: /)
})
