import { TwinmqError } from 'twinmq'
import { useTwinmq } from 'twinmq/vitest'
import { beforeAll, expect, test } from 'vitest'

const caught = (call) => {
  try {
    return call()
  } catch (error) {
    return error
  }
}

const twinmq = useTwinmq()
const whenLoaded = caught(() => twinmq.sqs())
let beforeTests
beforeAll(() => {
  beforeTests = caught(() => twinmq.sqs())
})

test('what is asked for too early is refused, with what to do', () => {
  for (const error of [whenLoaded, beforeTests]) expect(error).toBeInstanceOf(TwinmqError)
  expect(whenLoaded.message).toMatch(/inside a test or a hook/)
  expect(beforeTests.message).toMatch(/beforeEach\(\)/)
})
