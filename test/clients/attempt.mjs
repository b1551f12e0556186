import { spawn } from 'node:child_process'

/** Longest time one installation may take, real milliseconds. */
const limitMs = 480_000

/**
 * Runs a command; undefined when it succeeded, else what it said last, in one line.
 *
 * @param {string} command
 * @param {readonly string[]} words
 * @param {string} folder
 * @param {Record<string, string>} [variables] beside those of this process
 * @returns {Promise<string | undefined>}
 */
export function attempt(command, words, folder, variables = {}) {
  return new Promise((resolve) => {
    const signal = AbortSignal.timeout(limitMs) // its timer does not keep us alive when the command cannot be started
    const env = { ...process.env, ...variables }
    const child = spawn(command, words, { cwd: folder, env, stdio: ['ignore', 'pipe', 'pipe'], signal })
    let said = ''
    const hear = (chunk) => {
      said = `${said}${chunk}`.slice(-4_000)
    }
    child.stdout.on('data', hear)
    child.stderr.on('data', hear)
    child.on('error', (error) =>
      resolve(signal.aborted ? `no end within ${limitMs / 1000} s` : reasonOf(error, command)),
    )
    child.on('close', (code, end) => resolve(code === 0 ? undefined : lastLine(said) || `ended with ${code ?? end}`))
  })
}

function reasonOf(error, command) {
  return error.code === 'ENOENT' ? `there is no ${command} on the PATH` : error.message
}

function lastLine(text) {
  const lines = text.split('\n').map((line) => line.trim())
  return lines.filter((line) => line !== '').at(-1)
}
