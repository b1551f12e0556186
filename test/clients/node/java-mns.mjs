// aliyun-sdk-mns: a program in Java makes the calls. It sends bodies as they are or in base64, and hides statuses.
// `node java-mns.mjs <V2 or V4> <command> [word …]`
import { runProgram } from './harness.mjs'
import { startJava } from './java-mns-bridge.mjs'
import { batchScenarios } from './mns-batches.mjs'
import { messageScenarios } from './mns-messages.mjs'
import { queueScenarios } from './mns-queues.mjs'

const [signature, ...command] = process.argv.slice(2)
const { mns, refused } = startJava(command, signature)

await runProgram({ ...queueScenarios, ...messageScenarios, ...batchScenarios }, { mns, refused })
