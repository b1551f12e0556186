// An SDK of another language: a program in it makes the calls that the scenarios ask for, and tells what came of them.
// `node bridged.mjs <language> <command> [word …]`
import { strict as assert } from 'node:assert'
import { startBridge } from './bridge.mjs'
import { rejectionOf, runProgram } from './harness.mjs'
import { queryCodes } from './sqs-errors.mjs'
import { sqsScenarios } from './sqs-scenarios.mjs'

/** Errors that the API model has no shape for: each SDK has one class for all of them. */
const withoutShape = new Set(['InvalidParameterValue', 'MissingParameter'])

/** What the class of an error is called in each language. */
const classes = {
  go: (name) => (withoutShape.has(name) ? 'GenericAPIError' : name),
  java: (name) => (withoutShape.has(name) ? 'SqsException' : `${name.replace(/Exception$/, '')}Exception`),
  rust: (name) => (withoutShape.has(name) ? 'Unhandled' : name),
}

const [language, ...command] = process.argv.slice(2)
const sqs = startBridge(command)

/** The refusal, which must be of the class that the SDK has for it. */
async function refused(name, call) {
  const error = await rejectionOf(call)
  assert.equal(error.kind, classes[language](name), error.message)
  assert.equal(error.code, queryCodes[name] ?? name)
  return error
}

await runProgram(sqsScenarios, { sqs, refused })
