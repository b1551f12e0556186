import { spawn } from 'node:child_process'
import { once } from 'node:events'

/** A start that takes longer is given up, milliseconds. */
const patienceMs = 30_000

/** It ended, or said nothing, before it was ready. */
export class StartRefused extends Error {
  name = 'StartRefused'
}

/**
 * Starts a twinmq on a free port and returns once it is ready. It sees no variables of this shell.
 *
 * @param {{ program: string, file: string, folder: string, durability: string, controlled?: boolean }} options `controlled`: it takes messages, see failing-twinmq.mjs
 */
export async function startTwinmq({ program, file, folder, durability, controlled = false }) {
  const flags = ['--host', '127.0.0.1', '--port', '0', '--log-level', 'error']
  const startedAtMs = performance.now()
  const child = spawn(process.execPath, [program, ...flags, '--data', file, '--durability', durability], {
    env: { PATH: process.env.PATH, HOME: folder, TMPDIR: folder },
    cwd: folder,
    stdio: ['ignore', 'pipe', 'pipe', ...(controlled ? ['ipc'] : [])],
  })
  const ended = once(child, 'exit').then(([code, signal]) => ({ code, signal }))
  let errors = ''
  child.stderr.on('data', (chunk) => {
    errors = `${errors}${chunk}`.slice(-2_000)
  })
  const url = await readyUrl(child, ended, () => errors)
  return {
    url,
    child,
    ended,
    startMs: performance.now() - startedAtMs,
    errors: () => errors,
    alive: () => child.exitCode === null && child.signalCode === null,
    signal: (name) => child.kill(name),
    async kill() {
      child.kill('SIGKILL')
      return await ended
    },
  }
}

async function readyUrl(child, ended, errors) {
  let text = ''
  let timer
  const ready = new Promise((resolve) => {
    child.stdout.on('data', (chunk) => {
      text += chunk
      const port = /http:\/\/127\.0\.0\.1:(\d+)/.exec(text)?.[1]
      if (port && /^Ready\.$/m.test(text)) resolve(`http://127.0.0.1:${port}`)
    })
  })
  const early = ended.then(({ code, signal }) => {
    throw new StartRefused(`it ended with ${code ?? signal}: ${errors()}`)
  })
  const late = new Promise((_resolve, reject) => {
    timer = setTimeout(() => {
      child.kill('SIGKILL')
      reject(new StartRefused(`it was not ready within ${patienceMs / 1000} s: ${errors()}`))
    }, patienceMs)
  })
  try {
    return await Promise.race([ready, early, late])
  } finally {
    clearTimeout(timer)
    early.catch(() => {})
  }
}
