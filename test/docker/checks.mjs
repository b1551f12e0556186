// What must hold of the image, one rule each. A check that returns text adds it to its line.
import assert from 'node:assert/strict'
import { chmodSync, readdirSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { Container, imageSettings, volumeFolder } from './container.mjs'

const user = 1000
const { version } = JSON.parse(readFileSync(new URL('../../package.json', import.meta.url), 'utf8'))
const open = []

/** Starts a container that is ready; it is ended after the check. */
async function ready(given) {
  const container = start(given)
  assert.ok(await container.line('Ready.'), `it did not get ready\n${container.stdout}${container.stderr}`)
  return container
}

function start(given) {
  const container = new Container(given)
  open.push(container)
  return container
}

/** Waits for a line of the log: it comes on another way than what is said on the standard output. */
async function logged(container, form) {
  assert.ok(await container.until(() => form.test(container.stderr), 5_000), `no ${form} in\n${container.stderr}`)
}

/** What a command inside printed; it must succeed. */
function said(container, line, given) {
  const { status, stdout, stderr } = container.sh(line, given)
  assert.equal(status, 0, `${line}\n${stdout}${stderr}`)
  return stdout
}

const hook = (name, text) => ({ [name]: { text: `#!/bin/bash\n${text}\n`, mode: 0o755 } })

/** A mounted folder, made by root of this machine, that root alone may enter. */
const mounted = (to, files, mode) => `${volumeFolder(files)}:${to}${mode === undefined ? '' : `:${mode}`}`

/** A folder of hooks, which everyone may read. */
function hooks(files, to = '/etc/localstack/init') {
  const folder = volumeFolder(files)
  chmodSync(folder, 0o755)
  return `${folder}:${to}`
}
const fromOf = (volume) => volume.split(':')[0]

/** Prints the status of twinmq's own process. */
const status = 'cat $(grep -lsa [d]ist/cli.js /proc/[0-9]*/cmdline | grep -v /self | sed s/cmdline/status/)'
const create = 'awslocal sqs create-queue --queue-name orders --output text --query QueueUrl'
const list = 'awslocal sqs list-queues --output text --query "QueueUrls"'

/** @type {Record<string, () => Promise<string | undefined>>} */
const rules = {
  async 'it gets ready as another user than root, and says so once, alone on a line'() {
    const began = performance.now()
    const container = await ready()
    const tookMs = performance.now() - began
    assert.equal(container.stdout.match(/^Ready\.$/gm)?.length, 1)
    assert.match(said(container, status), /^Uid:\t1000\t1000\t1000/m)
    assert.match(said(container, status), /^CapEff:\t0+$/m)
    return `${Math.round(tookMs)} ms from the start of its first process`
  },
  async 'its files are those that set-ups name'() {
    const container = await ready()
    for (const name of ['sh', 'bash', 'curl', 'jq', 'wget', 'nc', 'aws', 'awslocal', 'twinmq'])
      said(container, `command -v ${name}`)
    said(container, 'test -x /usr/local/bin/docker-entrypoint.sh -a -d /etc/localstack/init -a -d /etc/twinmq/init')
    said(container, 'test ! -e /data')
  },
  async 'its settings: port, health check, stop signal and labels'() {
    const { ExposedPorts, Healthcheck, StopSignal, Labels, User, Volumes } = imageSettings()
    assert.deepEqual(Object.keys(ExposedPorts), ['4566/tcp'])
    assert.deepEqual([Healthcheck.Test, Healthcheck.Retries], [['CMD', 'twinmq-healthcheck'], 5])
    assert.equal(StopSignal, 'SIGTERM')
    assert.equal(User, '')
    assert.deepEqual(Object.keys(Volumes ?? {}), [])
    for (const name of ['title', 'description', 'licenses'])
      assert.ok(Labels[`org.opencontainers.image.${name}`], `label ${name}`)
    assert.equal(Labels['org.opencontainers.image.version'], version)
  },
  async 'its health check follows the port'() {
    const usual = await ready()
    assert.equal(usual.exec(imageSettings().Healthcheck.Test.slice(1)).status, 0)
    for (const env of [
      { GATEWAY_LISTEN: '0.0.0.0:4510' },
      { LOCALSTACK_GATEWAY_LISTEN: ':4510' },
      { TWINMQ_PORT: '4510' },
      { EDGE_PORT: '4510' },
      { GATEWAY_LISTEN: 'localhost:4510' },
    ]) {
      const other = await ready({ env })
      said(other, 'twinmq-healthcheck')
      said(
        other,
        'curl -sf localhost:4510/_localstack/health >/dev/null && ! curl -sf localhost:4566/_localstack/health',
      )
    }
    usual.sh('kill -STOP $(grep -lsa [d]ist/cli.js /proc/[0-9]*/cmdline | cut -d/ -f3)')
    assert.notEqual(usual.sh('twinmq-healthcheck').status, 0)
    usual.sh('kill -CONT $(grep -lsa [d]ist/cli.js /proc/[0-9]*/cmdline | cut -d/ -f3)')
  },
  async 'the checks that compose files have pass inside'() {
    const container = await ready()
    said(container, 'curl -s localhost:4566/_localstack/health | grep \'"sqs": "available"\'')
    said(container, `${create} && awslocal sqs list-queues && awslocal sqs get-queue-url --queue-name orders`)
    said(container, 'curl -s localhost:4566/_localstack/health | grep \'"sqs": "running"\'')
    assert.equal(said(container, 'curl -s localhost:4566/_localstack/health | jq -r .services.sqs'), 'running\n')
    said(container, 'curl -s localhost:4566/_localstack/init/ready | grep \'"completed": true\'')
    said(container, 'wget -qO- localhost:4566/_localstack/health && nc -z localhost 4566')
  },
  async 'it stops within two seconds of SIGTERM, with exit code 0, though a long poll waits'() {
    const container = await ready()
    said(container, create)
    said(
      container,
      '(awslocal sqs receive-message --queue-url orders --wait-time-seconds 20 >/tmp/polled 2>&1 &) ; sleep 0.5',
    )
    const tookMs = await container.stop()
    assert.equal(await container.ended, 0)
    assert.ok(tookMs < 2_000, `${tookMs} ms`)
    return `${Math.round(tookMs)} ms`
  },
  async 'any user may run it, and a user without rights to the volumes too'() {
    const container = await ready({ user: '4321:0', volumes: [mounted('/var/lib/localstack')] })
    assert.match(said(container, status), /^Uid:\t4321\t/m)
    said(container, create)
  },
  async 'it runs with a root that cannot be written to, and without capabilities'() {
    const container = await ready({ readOnly: true, capDrop: true })
    said(container, `${create} && twinmq-healthcheck`)
    assert.notEqual(container.sh('touch /x').status, 0)
  },
  async 'without a volume nothing is kept'() {
    const container = await ready()
    assert.match(container.stdout, /State +in memory/)
  },
  async 'a mounted /data keeps the state, whoever made the folder'() {
    const volumes = [mounted('/data')]
    const first = await ready({ volumes })
    said(first, create)
    assert.equal(await first.stop().then(() => first.ended), 0)
    assert.equal(statSync(join(fromOf(volumes[0]), 'state.json')).uid, user)
    const second = await ready({ volumes, hostname: 'second' })
    assert.match(said(second, list), /orders/)
  },
  async 'PERSISTENCE=1 keeps the state under /var/lib/localstack, beside what lies there'() {
    const volumes = [
      mounted('/var/lib/localstack', { 'state/foreign.txt': { text: 'mine' }, 'cache/machine.json': { text: '{}' } }),
    ]
    for (const hostname of ['one', 'two']) {
      const container = await ready({ volumes, hostname, env: { PERSISTENCE: '1' } })
      said(container, create)
      await container.stop()
    }
    const third = await ready({ volumes, env: { LOCALSTACK_PERSISTENCE: '1' } })
    assert.match(said(third, list), /orders/)
    const folder = fromOf(volumes[0])
    assert.deepEqual(readdirSync(folder).sort(), ['cache', 'state', 'twinmq'])
    assert.equal(statSync(join(folder, 'state/foreign.txt')).uid, 0)
  },
  async 'a container that was killed gives its volume to the next one, which has another name'() {
    const volumes = [mounted('/data')]
    const first = await ready({ volumes, hostname: 'first' })
    said(first, create)
    first.signal('SIGKILL')
    await first.ended
    const second = await ready({ volumes, hostname: 'second' })
    assert.match(said(second, list), /orders/)
  },
  async 'a volume of LocalStack that cannot be written to is let be, and said where it matters'() {
    const volumes = [mounted('/var/lib/localstack', { 'logs/x.log': { text: 'x' } }, 'ro')]
    await ready({ volumes })
    const container = await ready({ volumes, env: { PERSISTENCE: '1' } })
    await logged(container, /PERSISTENCE is on, but \/var\/lib\/localstack cannot be written to/)
    said(container, create)
  },
  async 'a /data that cannot be written to ends the start with code 4 and a line that names it'() {
    const container = start({ volumes: [mounted('/data', {}, 'ro')] })
    assert.equal(await container.ended, 4)
    assert.match(container.stderr, /\/data/)
  },
  async 'a flag or a command of twinmq may follow the image, or a program of its own'() {
    const flagged = await ready({ args: ['--port', '4599'] })
    said(flagged, 'curl -sf localhost:4599/_localstack/health')
    const asked = start({ args: ['start', '--version'] })
    assert.equal(await asked.ended, 0)
    assert.equal(asked.stdout, `${version}\n`)
    const other = start({ args: ['bash', '-c', 'id -u'] })
    assert.equal(await other.ended, 0)
    assert.equal(other.stdout, `${user}\n`)
  },
  async 'a helper that brings an entry point of its own ends by running ours with bash'() {
    const line = 'while [ ! -f /testcontainers_start.sh ]; do sleep 0.1; done; /testcontainers_start.sh'
    const container = start({ entrypoint: ['sh'], args: ['-c', line] })
    assert.ok(await container.until(() => container.begun))
    const text = '#!/bin/bash\nexport LOCALSTACK_HOST=127.0.0.1\n/usr/local/bin/docker-entrypoint.sh\n'
    container.exec(['sh', '-c', 'cat >/start && chmod 777 /start && mv /start /testcontainers_start.sh'], {
      input: text,
    })
    assert.ok(await container.line('Ready.'), container.stderr)
    said(container, create)
  },
  async "hooks run in their order as the program's user, and Ready. comes after them"() {
    const volume = hooks({
      ...hook('boot.d/1.sh', 'echo boot; ! curl -s localhost:4566'),
      ...hook('start.d/1.sh', 'echo start'),
      ...hook('ready.d/2.sh', `${list}; id -u`),
      ...hook('ready.d/1.sh', 'awslocal sqs create-queue --queue-name made-by-hook'),
      ...hook('ready.d/later/3.sh', 'exit 3'),
      ...hook('shutdown.d/1.sh', list),
      'ready.d/4.py': { text: 'print(1)' },
      'ready.d/readme.txt': { text: 'nothing' },
    })
    const container = await ready({ volumes: [volume] })
    await logged(container, /ready\.d\/2\.sh: http:.*made-by-hook/)
    await logged(container, /ready\.d\/2\.sh: 1000$/m)
    await logged(container, /error ready\.d\/4\.py failed: python3 is not installed/)
    await logged(container, /error ready\.d\/later\/3\.sh failed: exit code 3/)
    const { completed, scripts } = JSON.parse(said(container, 'curl -s localhost:4566/_localstack/init'))
    assert.deepEqual(completed, { BOOT: true, START: true, READY: true, SHUTDOWN: false })
    const states = scripts.map(({ stage, name, state }) => `${stage} ${name} ${state}`)
    const done = ['BOOT 1.sh SUCCESSFUL', 'START 1.sh SUCCESSFUL', 'READY 1.sh SUCCESSFUL', 'READY 2.sh SUCCESSFUL']
    assert.deepEqual(states, [...done, 'READY 4.py ERROR', 'READY 3.sh ERROR', 'SHUTDOWN 1.sh UNKNOWN'])
    await container.stop()
    assert.match(container.stderr, /shutdown\.d\/1\.sh: http:.*made-by-hook/)
  },
  async 'hooks that the program may not read are said to be so'() {
    const container = await ready({ volumes: [mounted('/etc/localstack/init', hook('ready.d/1.sh', 'echo never'))] })
    await logged(container, /error scripts in \/etc\/localstack\/init\/ready\.d do not run: EACCES/)
  },
  async 'a hook that never ends holds up Ready., and neither the service nor the stop'() {
    const container = start({
      volumes: [hooks(hook('ready.d/1.sh', 'echo begun; sleep 1000'))],
    })
    assert.ok(await container.until(() => container.stderr.includes('begun')), container.stderr)
    said(container, `${create} && twinmq-healthcheck`)
    said(container, 'curl -s localhost:4566/_localstack/init/ready | grep \'"completed": false\'')
    assert.doesNotMatch(container.stdout, /Ready/)
    assert.ok((await container.stop()) < 2_000)
    assert.equal(await container.ended, 0)
  },
  async 'what a hook leaves running leaves no dead process behind'() {
    const container = await ready({ volumes: [hooks(hook('ready.d/1.sh', '(sleep 0.1 &)'), '/etc/twinmq/init')] })
    const dead = () => container.sh('grep -l "^State:.Z" /proc/[0-9]*/status').stdout
    assert.ok(await container.until(() => !container.sh('grep -lsx sleep /proc/[0-9]*/comm').stdout.match(/\d/)))
    assert.equal(dead(), '')
  },
  async 'at rest it takes no more than 80 MB of memory'() {
    const container = await ready()
    await container.until(() => false, 1_000)
    const kilobytes = container.memory('VmRSS')
    assert.ok(kilobytes > 0 && kilobytes < 80_000, `${kilobytes} kB`)
    return `${Math.round(kilobytes / 1000)} MB`
  },
}

/** Every rule, each with a check that leaves no container behind. */
export const checks = Object.entries(rules).map(([rule, run]) => ({
  rule,
  async check() {
    try {
      return await run()
    } finally {
      for (const container of open.splice(0)) {
        await container.kill()
      }
    }
  },
}))
