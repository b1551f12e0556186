import { readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { expect, test } from 'vitest'
import { consumer, missingTool, run, toolAt } from './consumer.ts'

const vitest = resolve('node_modules/vitest/vitest.mjs')
const jest = 'jest/bin/jest.js'

/** Names of tests by how they ended. Vitest and Jest write the same. */
function outcomesOf(file: string): Record<string, string> {
  const report: { testResults: { assertionResults: { fullName: string; status: string }[] }[] } = JSON.parse(
    readFileSync(file, 'utf8'),
  )
  const all = report.testResults.flatMap(({ assertionResults }) => assertionResults)
  return Object.fromEntries(all.map(({ fullName, status }) => [fullName, status]))
}

test('in vitest each test has its account, its clock and its fixture, also when tests run at once', async () => {
  const folder = consumer('vitest', ['vitest', '@aws-sdk/client-sqs'])
  const file = join(folder, 'report.json')
  const { output } = await run([vitest, 'run', '--reporter=json', `--outputFile=${file}`], folder)
  expect(outcomesOf(file), output).toEqual({
    'one test has an account of its own': 'passed',
    'another test has an account of its own': 'passed',
    'its clock is moved': 'passed',
    'a group is within': 'passed',
    'one of two tests that run at once has its own account': 'passed',
    'another of two tests that run at once has its own account': 'passed',
    'one test begins with the fixture, at its instant': 'passed',
    'another test begins with the fixture, at its instant': 'passed',
    'what is asked for too early is refused, with what to do': 'passed',
    'one twinmq serves a whole run': 'passed',
  })
})

test('in Jest each test has its account, and one twinmq serves a whole run', async (context) => {
  const missing = missingTool(jest)
  if (missing !== undefined) context.skip(missing)
  const folder = consumer('jest', ['@aws-sdk/client-sqs'])
  const file = join(folder, 'report.json')
  const { output } = await run([toolAt(jest), '--json', `--outputFile=${file}`], folder)
  expect(outcomesOf(file), output).toEqual({
    'one test has an account of its own': 'passed',
    'another test has an account of its own': 'passed',
    'an MNS client is answered too': 'passed',
    'errors are of the class that the library exports': 'passed',
    'one twinmq serves a whole run': 'passed',
  })
  expect(output).not.toMatch(/did not exit|open handle/)
})

test('in Jest with ES modules too', async (context) => {
  const missing = missingTool(jest)
  if (missing !== undefined) context.skip(missing)
  const folder = consumer('jest-modules')
  const file = join(folder, 'report.json')
  const words = ['--experimental-vm-modules', '--no-warnings', toolAt(jest), '--json', `--outputFile=${file}`]
  const { output } = await run(words, folder)
  expect(outcomesOf(file), output).toEqual({ 'each test has its account': 'passed' })
})
