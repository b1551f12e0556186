// A framework of another language: a program in it listens and sends, and asks here what its handler is to do.
// `node bridged-framework.mjs <framework> <command> [word …]`
import { strict as assert } from 'node:assert'
import { startBridge } from './bridge.mjs'
import { frameworkScenarios } from './frameworks.mjs'
import { advance, runProgram, until } from './harness.mjs'

/** What is particular to each of them. */
const particulars = {
  jms: {
    returnsAtOnce: true, // its listener hands back at once what it could not handle
    tellsMissing: (error) => assert.equal(error.kind, 'InvalidDestinationException', error.message),
  },
  spring: {
    tellsMissing: (error) => assert.ok(error.causes.includes('QueueDoesNotExistException'), error.message),
  },
}

const [name, ...command] = process.argv.slice(2)
let handler
const program = startBridge(command, ({ call, body, known }) => {
  const tell = (succeeds) => program.handled({ call, succeeds })
  handler(body, known).then(
    () => tell(true),
    () => tell(false),
  )
})

/** It ends with the long polls that it holds, so the clock is moved past their ends. */
async function stop() {
  let stopped = false
  const stopping = program.stop({}).finally(() => {
    stopped = true
  })
  await until(async () => {
    if (!stopped) await advance('20s')
    return stopped
  })
  await stopping
}

const framework = {
  ...particulars[name],

  async listen(queueUrl, handle) {
    handler = async (body, known) => handle(body, known)
    await program.listen({ queueUrl })
    return { send: (body, options) => program.send({ body, ...options }), stop }
  },

  failure: (queueUrl) => program.listen({ queueUrl }),
}

await runProgram(frameworkScenarios(framework))
