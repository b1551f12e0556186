import { spawn } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { startTwinmq } from './server.mjs'

/** Longest time a program may take, real milliseconds. */
const limitMs = 180_000

const statuses = new Set(['passed', 'failed', 'inexpressible'])

const running = new Set()

/** Kills every client program that still runs, with all it started. */
export function killAllPrograms() {
  for (const child of running) killGroup(child)
}

/**
 * Runs one client program against a twinmq of its own, on a clock that stands still if it can, and returns what became of each
 * scenario of its group: `{ status: 'passed' | 'failed' | 'inexpressible', note? }`. One it said nothing about failed.
 *
 * @param {import('./programs.mjs').programs[number]} program
 * @param {readonly string[]} ids scenarios of its group
 * @returns {Promise<Record<string, { status: string, note?: string }>>}
 */
export async function runProgram(program, ids) {
  const folder = await mkdtemp(join(tmpdir(), `twinmq-${program.name}-`))
  let twinmq
  try {
    const flags = ['--memory', ...(program.needsTime ? [] : ['--clock', 'manual']), ...(program.flags ?? [])]
    twinmq = await startTwinmq(flags, folder)
    const ended = await execute(program.command(), variables(program, folder, twinmq.url))
    return outcomes(ended, ids)
  } catch (error) {
    return Object.fromEntries(ids.map((id) => [id, { status: 'failed', note: error.message }]))
  } finally {
    if (twinmq?.errors()) console.log(`twinmq, while ${program.name} ran, logged:\n${twinmq.errors().trim()}`)
    await twinmq?.kill()
    await rm(folder, { recursive: true, force: true, maxRetries: 3 })
  }
}

/** A clean environment: nothing of the user's own clouds, and no way to find credentials elsewhere. */
function variables({ group, throughProxy }, folder, url) {
  return {
    PATH: process.env.PATH,
    HOME: folder,
    TMPDIR: folder,
    LANG: 'C.UTF-8',
    PYTHONDONTWRITEBYTECODE: '1',
    AWS_ACCESS_KEY_ID: 'test',
    AWS_SECRET_ACCESS_KEY: 'test',
    AWS_REGION: 'us-east-1',
    AWS_DEFAULT_REGION: 'us-east-1',
    AWS_EC2_METADATA_DISABLED: 'true',
    AWS_MAX_ATTEMPTS: '1',
    AWS_SDK_JS_SUPPRESS_MAINTENANCE_MODE_MESSAGE: '1',
    NODE_NO_WARNINGS: '1',
    SCENARIO_GROUP: group,
    ...(url && { TWINMQ_URL: url }),
    ...(throughProxy && { HTTP_PROXY: url }),
    ...(process.env.TWINMQ_CRASH_SEED && { TWINMQ_CRASH_SEED: process.env.TWINMQ_CRASH_SEED }),
  }
}

function execute([command, ...words], env) {
  return new Promise((resolve) => {
    const child = spawn(command, words, { env, cwd: env.HOME, detached: true, stdio: ['ignore', 'pipe', 'pipe'] })
    running.add(child)
    const ended = { out: '', err: '', end: '' }
    child.stdout.setEncoding('utf8').on('data', (text) => {
      ended.out += text
    })
    child.stderr.setEncoding('utf8').on('data', (text) => {
      ended.err = `${ended.err}${text}`.slice(-2_000)
    })
    const timer = setTimeout(() => {
      ended.end = `stopped after ${limitMs / 1000} s`
      killGroup(child)
    }, limitMs)
    const finish = (end) => {
      clearTimeout(timer)
      running.delete(child)
      killGroup(child)
      resolve({ ...ended, end: ended.end || end })
    }
    child.on('error', (error) => finish(error.message))
    child.on('close', (code, signal) => finish(code === 0 ? '' : `ended with ${code ?? signal}`))
  })
}

/** Programs lead a process group, so that what they started goes with them. */
function killGroup(child) {
  if (child.pid === undefined) return
  try {
    process.kill(-child.pid, 'SIGKILL')
  } catch (error) {
    if (error.code !== 'ESRCH') throw error // ESRCH: all have ended
  }
}

function outcomes({ out, err, end }, ids) {
  const said = new Map(out.split('\n').flatMap(outcomeIn))
  const why = [end, err.trim()].filter((text) => text !== '').join('\n')
  const found = ids.map((id) => [id, said.get(id) ?? { status: 'failed', note: `a hole: no outcome. ${why}`.trim() }])
  const unknown = [...said.keys()].filter((id) => !ids.includes(id))
  for (const id of unknown) found.push([id, { status: 'failed', note: 'not in the list of scenarios' }])
  return Object.fromEntries(found)
}

/** Clients print lines of their own in between; only ours are JSON with an id. */
function outcomeIn(line) {
  if (!line.startsWith('{"id":')) return []
  const { id, status, note } = JSON.parse(line)
  return statuses.has(status) ? [[id, { status, note }]] : []
}
