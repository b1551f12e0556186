import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'

const program = fileURLToPath(new URL('../../dist/cli.js', import.meta.url))

/** Longest time a start or a stop may take, real milliseconds. */
const limitMs = 20_000

const running = new Set()

/**
 * Starts the built program on a free port and returns once it is ready. It sees no variables but these few, so that
 * what is set in the shell of whoever runs the tests changes nothing.
 *
 * @param {string[]} flags
 * @param {string} folder where it runs: no configuration file there
 * @returns {Promise<{ url: string, kill: () => Promise<void>, stop: () => Promise<number | null>, errors: () => string }>}
 */
export async function startTwinmq(flags, folder) {
  const env = { PATH: process.env.PATH, HOME: folder, TMPDIR: folder }
  const options = ['--host', '127.0.0.1', '--port', '0', '--log-level', 'warn', ...flags]
  const child = spawn(process.execPath, [program, ...options], { env, cwd: folder, stdio: ['ignore', 'pipe', 'pipe'] })
  const exited = once(child, 'exit')
  running.add(child)
  exited.then(() => running.delete(child))
  let errors = ''
  child.stderr.on('data', (chunk) => {
    errors = `${errors}${chunk}`.slice(-2_000)
  })
  const end = async (signal) => {
    child.kill(signal)
    return (await within(exited, `twinmq did not end on ${signal}`))[0]
  }
  try {
    const url = await within(readyUrl(child, exited), 'twinmq printed no Ready.')
    return { url, kill: () => end('SIGKILL'), stop: () => end('SIGTERM'), errors: () => errors }
  } catch (error) {
    await end('SIGKILL')
    throw new Error(`${error.message}\n${errors}`)
  }
}

/** Kills every twinmq that still runs. */
export function killAllTwinmq() {
  for (const child of running) child.kill('SIGKILL')
}

async function readyUrl(child, exited) {
  let text = ''
  const ready = new Promise((resolve, reject) => {
    child.stdout.on('data', (chunk) => {
      text += chunk
      if (!/^Ready\.$/m.test(text)) return
      const port = /http:\/\/127\.0\.0\.1:(\d+)/.exec(text)?.[1]
      if (port) resolve(`http://127.0.0.1:${port}`)
      else reject(new Error(`no address before Ready. in: ${text}`))
    })
  })
  const early = exited.then(([code, signal]) => {
    throw new Error(`twinmq ended before it was ready: ${code ?? signal}`)
  })
  return Promise.race([ready, early])
}

async function within(promise, complaint) {
  let timer
  const late = new Promise((_resolve, reject) => {
    timer = setTimeout(() => reject(new Error(`${complaint} within ${limitMs / 1000} s`)), limitMs)
  })
  try {
    return await Promise.race([promise, late])
  } finally {
    clearTimeout(timer)
  }
}
