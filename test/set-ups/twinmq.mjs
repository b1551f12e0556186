import { fileURLToPath } from 'node:url'
import { startChild } from './children.mjs'

const program = process.env.TWINMQ_TEST_PROGRAM ?? fileURLToPath(new URL('../../dist/cli.js', import.meta.url))

/** Longest time a start or a stop may take, real milliseconds. */
const limitMs = 30_000

/**
 * Starts the built program as a user of LocalStack does: with variables, and no flag but that no file is kept. Returns
 * once it says `Ready.`.
 *
 * @param {{ folder: string, variables?: Record<string, string>, flags?: string[], prefix?: string[] }} given `prefix`:
 *   a command that runs the one behind it, elsewhere
 * @returns {Promise<{ pid: number, stdout: () => string, stderr: () => string, stop: () => Promise<number | null> }>}
 */
export async function startTwinmq({ folder, variables = {}, flags = ['--memory'], prefix = [] }) {
  const env = { ...cleanVariables(folder), ...variables }
  const command = [...prefix, process.execPath, program, ...flags]
  const { child, ended } = startChild(command, { env, cwd: folder, stdio: ['ignore', 'pipe', 'pipe'] })
  const said = { stdout: '', stderr: '' }
  child.stderr.setEncoding('utf8').on('data', (text) => {
    said.stderr += text
  })
  const ready = new Promise((resolve) => {
    child.stdout.setEncoding('utf8').on('data', (text) => {
      said.stdout += text
      if (/^Ready\.$/m.test(said.stdout)) resolve()
    })
  })
  const early = ended.then(({ code, signal }) => {
    throw new Error(`twinmq ended with ${code ?? signal} before it was ready: ${said.stderr}`)
  })
  early.catch(() => {}) // it always ends at last
  await within(Promise.race([ready, early]), () => `twinmq printed no Ready.: ${said.stdout}${said.stderr}`)
  return {
    pid: child.pid,
    stdout: () => said.stdout,
    stderr: () => said.stderr,
    stop: async () => {
      child.kill('SIGTERM')
      return (await within(ended, () => `twinmq did not stop: ${said.stderr}`)).code
    },
  }
}

/** An environment that holds nothing of whoever runs the tests. */
export function cleanVariables(folder) {
  const { PATH = '' } = process.env
  return { PATH, HOME: folder, TMPDIR: folder, LANG: 'C.UTF-8', PYTHONDONTWRITEBYTECODE: '1' }
}

/** What an AWS client is told beside where to go. */
export const clientVariables = {
  AWS_ACCESS_KEY_ID: 'test',
  AWS_SECRET_ACCESS_KEY: 'test',
  AWS_REGION: 'us-east-1',
  AWS_DEFAULT_REGION: 'us-east-1',
  AWS_EC2_METADATA_DISABLED: 'true',
  AWS_MAX_ATTEMPTS: '1',
  AWS_SDK_JS_SUPPRESS_MAINTENANCE_MODE_MESSAGE: '1',
  NODE_NO_WARNINGS: '1',
}

async function within(promise, complaint) {
  let timer
  const late = new Promise((_resolve, reject) => {
    timer = setTimeout(() => reject(new Error(complaint())), limitMs)
  })
  try {
    return await Promise.race([promise, late])
  } finally {
    clearTimeout(timer)
  }
}
