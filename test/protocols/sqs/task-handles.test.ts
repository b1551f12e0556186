import { expect, test } from 'vitest'
import { printTaskHandle, readTaskHandle } from '../../../protocols/sqs/task-handles.ts'

const id = '0123456789ab4cde8f0123456789abcd'
const sourceArn = 'arn:aws:sqs:us-east-1:000000000000:dlq'

test('a task handle is base64 of JSON: the task as a UUID, and the ARN of its source', () => {
  const handle = printTaskHandle(id, sourceArn)
  expect(Buffer.from(handle, 'base64').toString('utf8')).toBe(
    `{"taskId":"01234567-89ab-4cde-8f01-23456789abcd","sourceArn":"${sourceArn}"}`,
  )
  expect(readTaskHandle(handle)).toEqual({ taskId: id, sourceArn })
})

test.each(['', 'x', '{}', '[]', 'null', '"a"', '{"taskId":"a"}', '{"taskId":1,"sourceArn":"b"}', '{"sourceArn":"b"}'])(
  'base64 of %j is no task handle',
  (text) => {
    expect(readTaskHandle(Buffer.from(text).toString('base64'))).toBeUndefined()
  },
)

test('a text that is no base64 is no task handle', () => {
  expect(readTaskHandle('!!')).toBeUndefined()
})
