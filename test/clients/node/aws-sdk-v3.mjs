// @aws-sdk/client-sqs: SQS over AWS JSON 1.0. It checks the MD5 of bodies by itself, on sends and receives.
import { strict as assert } from 'node:assert'
import * as sdk from '@aws-sdk/client-sqs'
import { rejectionOf, runProgram, url } from './harness.mjs'
import { sqsScenarios } from './sqs-scenarios.mjs'

const sqs = new sdk.SQS({ endpoint: url, maxAttempts: 1 })

/** What the package exports, its exception classes among it, by name. */
const exported = { ...sdk }

/** The refusal, which must be of the exception class the SDK has for it, or else of its service exception. */
async function refused(name, call) {
  const error = await rejectionOf(call)
  assert.ok(error instanceof (exported[name] ?? sdk.SQSServiceException), `${error.name}: ${error.message}`)
  assert.equal(error.name, name)
  return error
}

await runProgram(sqsScenarios, { sqs, refused })
