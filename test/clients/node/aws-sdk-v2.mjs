// aws-sdk 2.1400: SQS over the Query protocol, as all SDKs spoke it before JSON came. It checks the MD5 of bodies by itself.
import { strict as assert } from 'node:assert'
import AWS from 'aws-sdk'
import { rejectionOf, runProgram, url } from './harness.mjs'
import { queryCodes } from './sqs-errors.mjs'
import { sqsScenarios } from './sqs-scenarios.mjs'

const client = new AWS.SQS({ endpoint: url, region: 'us-east-1', maxRetries: 0 })
assert.equal(client.api.protocol, 'query')

/** The client with promises in place of callbacks. */
const sqs = new Proxy(client, { get: (target, name) => (input) => target[name](input).promise() })

/** The refusal. This SDK has one class for all of them, and tells them apart by code. */
async function refused(name, call) {
  const error = await rejectionOf(call)
  assert.equal(error.code, queryCodes[name] ?? name, error.message)
  assert.equal(error.retryable, false)
  return error
}

await runProgram(sqsScenarios, { sqs, refused })
