// aliyun-sdk-mns against signatures that are checked. `node java-mns-auth.mjs <V2 or V4> <command> [word …]`
import { runProgram } from './harness.mjs'
import { startJava } from './java-mns-bridge.mjs'
import { authScenarios } from './mns-auth.mjs'

const [signature, ...command] = process.argv.slice(2)

await runProgram(authScenarios, { connect: (key) => startJava(command, signature, key) })
