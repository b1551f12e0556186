import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { InitHooks } from '../../src/hooks/init-hooks.ts'
import type { Log } from '../../src/log.ts'
import { silentLog } from '../../src/log.ts'

let folder: string
let lines: string[]
/** Called with each line of the log. */
let said: (line: string) => void

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'twinmq-hooks-'))
  lines = []
  said = () => {}
})
afterEach(() => rmSync(folder, { recursive: true }))

function script(name: string, text: string, mode = 0o755): string {
  const file = join(folder, name)
  mkdirSync(dirname(file), { recursive: true })
  writeFileSync(file, text)
  chmodSync(file, mode)
  return file
}

const shell = (name: string, text: string): string => script(name, `#!/bin/sh\n${text}\n`)

function hooksOf(given: { stillRunningAfterMs?: number; shutdownWithinMs?: number } = {}): InitHooks {
  const keep = (level: string) => (message: string) => {
    const line = `${level} ${message}`
    lines.push(line)
    said(line)
  }
  const log: Log = { ...silentLog, info: keep('info'), warn: keep('warn'), error: keep('error') }
  return new InitHooks({ folders: [folder], log, ...given })
}

/** Settles when the log has a line that holds that text. */
const lineWith = (text: string): Promise<void> =>
  new Promise((resolve) => {
    said = (line) => line.includes(text) && resolve()
  })

const environment = { PATH: process.env.PATH }

test("scripts run one after the other: a folder's own by name, then those of its sub-folders", async () => {
  shell('ready.d/20.sh', 'echo $0')
  shell('ready.d/10.sh', 'echo $0')
  shell('ready.d/05/b.sh', 'echo $0')
  shell('ready.d/05/a/z.sh', 'echo $0')
  shell('ready.d/01.d/y.sh', 'echo $0')
  shell('start.d/other.sh', 'echo never')
  script('ready.d/notes.txt', 'echo never')
  await hooksOf().run('READY', environment)
  const order = ['10.sh', '20.sh', '01.d/y.sh', '05/b.sh', '05/a/z.sh']
  expect(lines).toEqual(order.map((name) => `info ready.d/${name}: ${join(folder, 'ready.d', name)}`))
})

test('a ConfigMap of Kubernetes, which mounts each script as a link into a hidden folder, runs each script once', async () => {
  shell('ready.d/..2026/a.sh', 'echo once')
  symlinkSync('..2026', join(folder, 'ready.d/..data'))
  symlinkSync('..data/a.sh', join(folder, 'ready.d/a.sh'))
  await hooksOf().run('READY', environment)
  expect(lines).toEqual(['info ready.d/a.sh: once'])
})

test('a script that fails is an ERROR with its exit code, and the next one runs', async () => {
  shell('ready.d/1.sh', 'echo doing; echo going wrong >&2; exit 3')
  shell('ready.d/2.sh', 'true')
  const hooks = hooksOf()
  expect(hooks.scripts().map(({ state }) => state)).toEqual(['UNKNOWN', 'UNKNOWN'])
  await hooks.run('READY', environment)
  expect(lines.slice(0, -1).sort()).toEqual(['info ready.d/1.sh: doing', 'info ready.d/1.sh: going wrong'])
  expect(lines.at(-1)).toBe('error ready.d/1.sh failed: exit code 3')
  expect(hooks.scripts()).toEqual([
    { stage: 'READY', name: '1.sh', state: 'ERROR' },
    { stage: 'READY', name: '2.sh', state: 'SUCCESSFUL' },
  ])
  expect(hooks.completed('READY')).toBe(true)
})

test.each([
  [
    'is not executable',
    'a.sh',
    '#!/bin/sh\n',
    0o644,
    'it cannot be run: chmod 755 it, or mount it from a file system that allows programs',
  ],
  [
    'was written on Windows',
    'a.sh',
    '#!/bin/sh\r\necho\r\n',
    0o755,
    'its first line names a program that does not exist here: "#!/bin/sh\\r"',
  ],
  [
    'needs Python where there is none',
    'a.py',
    'print(1)',
    0o644,
    'python3 is not installed: write it as .sh, or add Python in a Dockerfile of your own (RUN apt-get update && apt-get install -y python3)',
  ],
])('a script that %s is an ERROR with one line that says what to do', async (_, name, text, mode, problem) => {
  script(`ready.d/${name}`, text, mode)
  await hooksOf().run('READY', { PATH: folder })
  expect(lines).toEqual([`error ready.d/${name} failed: ${problem}`])
})

test('a stage without scripts is completed once it is passed', async () => {
  const hooks = hooksOf()
  expect(hooks.completed('BOOT')).toBe(false)
  await hooks.run('BOOT', environment)
  expect(hooks.completed('BOOT')).toBe(true)
  expect(hooks.completed('READY')).toBe(false)
})

test('a script of boot.d may put one into ready.d', async () => {
  shell(
    'boot.d/1.sh',
    'mkdir -p "$FOLDER/ready.d" && printf "#!/bin/sh\\necho late" > "$FOLDER/ready.d/2.sh" && chmod 755 "$FOLDER/ready.d/2.sh"',
  )
  const hooks = hooksOf()
  await hooks.run('BOOT', { ...environment, FOLDER: folder })
  await hooks.run('READY', environment)
  expect(lines).toEqual(['info ready.d/2.sh: late'])
})

test('the log names a script that runs for long, and a stop ends it with all that it started, before shutdown.d', async () => {
  shell('ready.d/1.sh', 'trap "" TERM; sh -c \'trap "" TERM; echo $$ > "$FOLDER/pid"; exec sleep 600\'')
  shell('ready.d/2.sh', 'echo never')
  shell('shutdown.d/1.sh', 'echo bye')
  const hooks = hooksOf({ stillRunningAfterMs: 300 })
  const noticed = lineWith('ready.d/1.sh still runs')
  const ran = hooks.run('READY', { ...environment, FOLDER: folder })
  await noticed
  expect(hooks.scripts()[0]?.state).toBe('RUNNING')
  await hooks.stop(environment)
  await ran
  expect(lines).toEqual([
    'warn ready.d/1.sh still runs, and the next scripts wait for it',
    'error ready.d/1.sh failed: ended by SIGKILL',
    'info shutdown.d/1.sh: bye',
  ])
  expect(isRunning(Number(readFileSync(join(folder, 'pid'), 'utf8')))).toBe(false)
  expect([hooks.completed('READY'), hooks.completed('SHUTDOWN')]).toEqual([false, true])
})

test('scripts of shutdown.d that take too long are ended, and those after them do not begin', async () => {
  shell('shutdown.d/1.sh', 'sleep 600')
  shell('shutdown.d/2.sh', 'echo never')
  await hooksOf({ shutdownWithinMs: 100 }).stop(environment)
  expect(lines).toEqual([
    'error scripts of shutdown.d took too long and were ended',
    'error shutdown.d/1.sh failed: ended by SIGTERM',
  ])
})

test('what a script leaves running goes on until the stop, and does not hold up the next script', async () => {
  shell('ready.d/1.sh', 'sleep 600 & echo $! > "$FOLDER/pid"')
  shell('ready.d/2.sh', 'echo next')
  const hooks = hooksOf()
  await hooks.run('READY', { ...environment, FOLDER: folder })
  expect(lines).toEqual(['info ready.d/2.sh: next'])
  const left = Number(readFileSync(join(folder, 'pid'), 'utf8'))
  expect(isRunning(left)).toBe(true)
  await hooks.stop(environment)
  await expect.poll(() => isRunning(left)).toBe(false)
})

/** A process that has ended but that its parent has not taken leave of counts as ended. */
function isRunning(pid: number): boolean {
  const stat = `/proc/${pid}/stat`
  return existsSync(stat) && !/^\d+ \(.*\) Z/.test(readFileSync(stat, 'latin1'))
}

test('a new start without a new process ends what still runs, and runs the scripts of start and ready again', async () => {
  shell('boot.d/a.sh', 'echo boot')
  shell('ready.d/10.sh', 'echo first')
  shell('ready.d/20.sh', 'if [ -e "$0.again" ]; then echo second; else touch "$0.again"; echo waits; sleep 60; fi')
  const hooks = hooksOf()
  const waits = lineWith('waits')
  const ready = hooks.run('READY', environment)
  await waits
  await hooks.again(environment)
  await ready
  expect(hooks.completed('READY')).toBe(true)
  expect(lines.filter((line) => line.includes('first'))).toHaveLength(2)
  expect(lines.filter((line) => line.includes('second'))).toHaveLength(1)
  expect(lines.filter((line) => line.includes('boot'))).toEqual([])
})
