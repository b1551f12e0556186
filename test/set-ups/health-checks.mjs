import { strict as assert } from 'node:assert'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { awslocalVariables } from './awslocal.mjs'
import { run, runToEnd } from './children.mjs'
import { startTwinmq } from './twinmq.mjs'

const health = 'localhost:4566/_localstack/health'
const create = 'awslocal sqs create-queue --queue-name orders'

/** Whether a shell command succeeds. */
async function holds(command, folder) {
  const { code, err } = await runToEnd(['sh', '-c', command], { env: awslocalVariables(folder), cwd: folder })
  return { holds: code === 0, err }
}

async function expectHolds(command, folder) {
  const found = await holds(command, folder)
  assert.ok(found.holds, `${command}: ${found.err}`)
}

const has = async (tool, folder) => (await holds(`command -v ${tool}`, folder)).holds

const isUp = async ({ folder }) => {
  const commands = [
    `curl -f ${health}`,
    `curl -sf http://${health}`,
    `curl -s -o /dev/null -w '%{http_code}' ${health} | grep 200`,
    `curl -sfI ${health}`,
    'awslocal sqs list-queues',
    'bash -c "awslocal sqs list-queues || exit 1"',
  ]
  for (const command of commands)
    assert.equal((await holds(command, folder)).holds, false, `before it runs: ${command}`)
  await startTwinmq({ folder })
  for (const command of commands) await expectHolds(command, folder)
}

const words = async ({ folder }) => {
  const twinmq = await startTwinmq({ folder })
  await expectHolds(`curl -s ${health} | grep '"sqs": "available"'`, folder)
  assert.equal((await holds(`curl -s ${health} | grep '"sqs": "running"'`, folder)).holds, false)
  await run(['sh', '-c', create], { env: awslocalVariables(folder), cwd: folder })
  await expectHolds(`curl -s ${health} | grep '"sqs": "running"'`, folder)
  await expectHolds(`curl -s ${health} | grep -E '"sqs": "(available|running)"'`, folder)
  await twinmq.stop()
  await startTwinmq({ folder, variables: { SERVICES: 'sqs', EAGER_SERVICE_LOADING: '1' } })
  await expectHolds(`curl -s ${health} | grep '"sqs": "running"'`, folder)
}

const readByJq = async ({ folder }) => {
  await startTwinmq({ folder, variables: { EAGER_SERVICE_LOADING: '1' } })
  const read = (await has('jq', folder))
    ? ['jq -r .services.sqs', 'jq -e \'.services.sqs == "running"\'', 'jq -r .version']
    : ["python3 -c \"import json, sys; assert json.load(sys.stdin)['services']['sqs'] == 'running'\""]
  for (const command of read) await expectHolds(`curl -s ${health} | ${command}`, folder)
}

const init = async ({ folder }) => {
  await startTwinmq({ folder })
  await expectHolds(`curl -s localhost:4566/_localstack/init/ready | grep '"completed": true'`, folder)
  await expectHolds(`curl -s localhost:4566/_localstack/init | grep '"READY": true'`, folder)
}

const aQueue = async ({ folder }) => {
  await startTwinmq({ folder })
  const command = 'awslocal sqs get-queue-url --queue-name orders'
  assert.equal((await holds(command, folder)).holds, false)
  await expectHolds(create, folder)
  await expectHolds(command, folder)
}

const logs = async ({ folder }) => {
  const twinmq = await startTwinmq({ folder })
  await writeFile(join(folder, 'logs'), twinmq.stdout() + twinmq.stderr())
  await expectHolds(`grep '^Ready\\.' logs`, folder)
  await expectHolds(`test "$(grep -c '^Ready\\.$' logs)" = 1`, folder)
}

const portOpen = async ({ folder }) => {
  await startTwinmq({ folder })
  const { holds: hasBash } = await holds('command -v bash', folder)
  const commands = [
    ...((await has('wget', folder)) ? [`wget -q -O - http://${health}`, `wget -q --spider http://${health}`] : []),
    ...((await has('nc', folder)) ? ['nc -z localhost 4566', 'nc -z 127.0.0.1 4566'] : []),
    ...(hasBash ? ["bash -c 'exec 3<>/dev/tcp/127.0.0.1/4566'"] : []),
  ]
  assert.ok(commands.length > 0, 'neither wget nor nc nor bash is here')
  for (const command of commands) await expectHolds(command, folder)
}

/** One line of a compose file, a script or a pipeline each. */
export const healthChecks = {
  name: 'health checks',
  needs: ['awslocal', 'curl', 'bash'],
  scenarios: {
    'curl and awslocal fail before the start and succeed after it': isUp,
    'grep finds "available" before the first call, "running" after it, and at once when eager': words,
    'jq reads states and version': readByJq,
    'the READY stage is completed': init,
    'get-queue-url fails until the queue is there': aQueue,
    'Ready. stands alone on one line of the log': logs,
    'the port is open to wget, nc and bash': portOpen,
  },
}
