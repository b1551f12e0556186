import { spawn } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync } from 'node:fs'
import { mkdir, readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

const here = fileURLToPath(new URL('.', import.meta.url))
const cache = join(here, '.cache')

/** Longest time one installation may take, real milliseconds. */
const limitMs = 300_000

/** Each set of Python packages and the file that pins it: one environment each, since they exclude each other. */
const pythonSets = {
  current: 'requirements-current.txt',
  query: 'requirements-query.txt',
  awscli: 'requirements-awscli.txt',
}

/** The Python of an environment that was installed. */
export function pythonOf(set) {
  return join(cache, set, 'bin', 'python')
}

/**
 * Installs every client, or finds it installed from before. Returns what is missing and why, by name of the set:
 * empty when all is there.
 *
 * @returns {Promise<Record<string, string>>}
 */
export async function installClients() {
  const sets = ['node', ...Object.keys(pythonSets)]
  const reasons = await Promise.all(sets.map((set) => (set === 'node' ? installNode() : installPython(set))))
  return Object.fromEntries(sets.flatMap((set, index) => (reasons[index] ? [[set, reasons[index]]] : [])))
}

async function installNode() {
  const folder = join(here, 'node')
  const mark = join(folder, 'node_modules', `.installed-${digest(await readFile(join(folder, 'package-lock.json')))}`)
  if (existsSync(mark)) return undefined
  const problem = await attempt('npm', ['ci', '--ignore-scripts', '--no-fund', '--no-audit'], folder)
  if (problem) return `npm could not install the client packages: ${problem}`
  await writeFile(mark, '')
  return undefined
}

/** The mark names the pinned list and the place: the scripts of an environment hold its absolute path. */
async function installPython(set) {
  const folder = join(cache, set)
  const requirements = join(here, 'python', pythonSets[set])
  const mark = join(folder, `.installed-${digest(await readFile(requirements), folder)}`)
  if (existsSync(mark) && existsSync(pythonOf(set))) return undefined
  await rm(folder, { recursive: true, force: true })
  await mkdir(cache, { recursive: true })
  const noVenv = await attempt('python3', ['-m', 'venv', folder], here)
  if (noVenv) return `python3 -m venv does not work here: ${noVenv}`
  const flags = ['-m', 'pip', 'install', '--quiet', '--disable-pip-version-check', '-r', requirements]
  const problem = await attempt(pythonOf(set), flags, here)
  if (problem) return `pip could not install ${pythonSets[set]}: ${problem}`
  await writeFile(mark, '')
  return undefined
}

function digest(...parts) {
  const hash = createHash('sha256')
  for (const part of parts) hash.update(part)
  return hash.digest('hex').slice(0, 16)
}

/** Runs a command; undefined when it succeeded, else what it said last, in one line. */
function attempt(command, words, folder) {
  return new Promise((resolve) => {
    const signal = AbortSignal.timeout(limitMs) // its timer does not keep us alive when the command cannot be started
    const child = spawn(command, words, { cwd: folder, stdio: ['ignore', 'pipe', 'pipe'], signal })
    let said = ''
    const hear = (chunk) => {
      said = `${said}${chunk}`.slice(-4_000)
    }
    child.stdout.on('data', hear)
    child.stderr.on('data', hear)
    child.on('error', (error) => resolve(signal.aborted ? `no end within ${limitMs / 1000} s` : error.message))
    child.on('close', (code, end) => resolve(code === 0 ? undefined : lastLine(said) || `ended with ${code ?? end}`))
  })
}

function lastLine(text) {
  const lines = text.split('\n').map((line) => line.trim())
  return lines.filter((line) => line !== '').at(-1)
}
