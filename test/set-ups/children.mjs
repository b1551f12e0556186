import { spawn } from 'node:child_process'

const running = new Map()

/**
 * Starts a command in a process group of its own, so that what it starts goes with it.
 *
 * @param {readonly string[]} command
 * @param {import('node:child_process').SpawnOptions} options
 * @returns {{ child: import('node:child_process').ChildProcess, ended: Promise<{ code: number | null, signal: string | null }> }}
 */
export function startChild([command, ...words], options) {
  const child = spawn(command, words, { ...options, detached: true })
  const ended = new Promise((resolve, reject) => {
    child.once('error', reject)
    child.once('close', (code, signal) => resolve({ code, signal }))
  })
  ended.catch(() => {}) // told to whoever awaits it
  running.set(child, ended)
  const forget = () => running.delete(child)
  ended.then(forget, forget)
  return { child, ended }
}

/**
 * Runs a command to its end.
 *
 * @param {readonly string[]} command
 * @param {{ env: Record<string, string>, cwd: string, input?: string }} surroundings
 * @returns {Promise<{ code: number | null, out: string, err: string }>}
 */
export async function runToEnd(command, { env, cwd, input = '' }) {
  const { child, ended } = startChild(command, { env, cwd, stdio: ['pipe', 'pipe', 'pipe'] })
  const said = { out: '', err: '' }
  child.stdout.setEncoding('utf8').on('data', (text) => {
    said.out += text
  })
  child.stderr.setEncoding('utf8').on('data', (text) => {
    said.err += text
  })
  child.stdin.on('error', () => {}) // it need not read
  child.stdin.end(input)
  const { code, signal } = await ended
  if (signal) throw new Error(`${command.join(' ')} was ended by ${signal}: ${said.err}`)
  return { code, ...said }
}

/** As `runToEnd`, for a command that has to succeed; gives what it printed. */
export async function run(command, surroundings) {
  const { code, out, err } = await runToEnd(command, surroundings)
  if (code !== 0) throw new Error(`${command.join(' ')} ended with ${code}: ${err.trim() || out.trim()}`)
  return out
}

/** Ends everything that still runs, with all it started. */
export async function killAllChildren() {
  const open = [...running]
  for (const [child] of open) killGroup(child, 'SIGKILL')
  await Promise.allSettled(open.map(([, ended]) => ended))
}

/** Sends a signal to a process and to all it started. */
function killGroup(child, signal) {
  if (child.pid === undefined) return
  try {
    process.kill(-child.pid, signal)
  } catch (error) {
    if (error.code !== 'ESRCH') throw error // ESRCH: all have ended
  }
}
