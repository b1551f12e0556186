// Everything there is to check: types, lint, the tests of vitest, then the built program: killed and started again, and
// against real clients, and in the set-ups that users have. The last line counts them all together. `--clients [name …]` runs
// clients alone, all or those named, `--set-ups [name …]` set-ups, and `--docs [page …]` what the pages show.
import { spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { installClients } from './clients/install.mjs'
import { findNamespace } from './clients/namespace.mjs'
import { neededSets } from './docs/snippets.mjs'

const root = fileURLToPath(new URL('..', import.meta.url))
const scratch = mkdtempSync(join(tmpdir(), 'twinmq-tests-'))

function say(text) {
  console.log(`\n== ${text}`)
}

/** Runs a command on this terminal; true when it succeeded. */
function run(command, words) {
  const { status, error } = spawnSync(command, words, { cwd: root, stdio: ['ignore', 'inherit', 'inherit'] })
  if (error) console.log(error.message)
  return status === 0
}

/** A step that has no counts of its own: one failure when it fails. */
function step(title, command, words) {
  say(title)
  return { passed: 0, failed: run(command, words) ? 0 : 1, skipped: 0 }
}

function vitest() {
  say('Tests')
  run(process.execPath, [join(root, 'test', 'package', 'install-tools.mjs')])
  const file = join(scratch, 'vitest.json')
  const reporters = ['--reporter=default', '--reporter=json', `--outputFile.json=${file}`]
  const succeeded = run('npx', ['--no-install', 'vitest', 'run', ...reporters])
  const counts = countsOfVitest(file)
  // A file that does not load, or an error outside of tests, fails the run without failing a test.
  return { ...counts, failed: succeeded ? counts.failed : Math.max(counts.failed, 1) }
}

function countsOfVitest(file) {
  const found = readCounts(file)
  if (!found) return { passed: 0, failed: 1, skipped: 0 }
  const { numPassedTests: passed, numFailedTests: failed, numPendingTests, numTodoTests } = found
  return { passed, failed, skipped: numPendingTests + numTodoTests }
}

function readCounts(file) {
  try {
    return JSON.parse(readFileSync(file, 'utf8'))
  } catch {
    return undefined // it was not written: the run broke off
  }
}

async function clients(names) {
  say('Clients')
  return inNamespace('clients', names, await installClients())
}

async function setUps(names) {
  say('Set-ups of users')
  return inNamespace('set-ups', names, await installClients(['node', 'current', 'awslocal']))
}

async function docs(names) {
  say('Docs')
  return inNamespace('docs', names, await installClients(neededSets))
}

/** Runs what a folder of tests has to run, without a network but its own; `missing` tells which clients are not there, and why. */
function inNamespace(folder, names, missing) {
  const namespace = findNamespace()
  console.log(namespace.note)
  const plan = join(scratch, 'plan.json')
  const counts = join(scratch, `${folder}.json`)
  const isOwn = namespace.prefix.length > 0
  writeFileSync(plan, JSON.stringify({ missing, names, namespace: isOwn, mustNotMiss: Boolean(process.env.CI) }))
  const words = [process.execPath, '--no-warnings', join(root, 'test', folder, 'run.mjs'), plan, counts]
  const [command, ...others] = [...namespace.prefix, ...words]
  const succeeded = run(command, others)
  const found = readCounts(counts) ?? { passed: 0, failed: 1, skipped: 0 }
  return { ...found, failed: succeeded ? found.failed : Math.max(found.failed, 1) }
}

/** Builds the image and checks it; the docs use it too. */
function image() {
  say('Image')
  const file = join(scratch, 'image.json')
  const succeeded = run(process.execPath, [join(root, 'test', 'docker', 'run.mjs'), file])
  const found = readCounts(file) ?? { passed: 0, failed: 1, skipped: 0 }
  return { ...found, failed: succeeded ? found.failed : Math.max(found.failed, 1) }
}

/** A short form of the crash trial; each kind of fault that it looks for is one check. */
function crashTrial(title, flags) {
  say(title)
  const counts = join(scratch, 'crash-trial.json')
  rmSync(counts, { force: true })
  const words = [join(root, 'test', 'crash-trial', 'run.mjs'), ...flags, '--counts', counts]
  const succeeded = run(process.execPath, words)
  const found = readCounts(counts) ?? { passed: 0, failed: 1, skipped: 0 }
  return { ...found, failed: succeeded ? found.failed : Math.max(found.failed, 1) }
}

function crashTrials() {
  return [
    crashTrial('Crash trial', ['--kills', '20']),
    crashTrial('Crash trial on a disk that fails', ['--faults', '--kills', '6']),
  ]
}

/** The build, and then what needs it. */
async function built(others) {
  const build = step('Build', process.execPath, ['build.mjs'])
  return build.failed > 0 ? [build] : [build, ...(await others())]
}

async function everything() {
  const checks = [step('Types', 'npm', ['run', '--silent', 'types']), step('Lint', 'npm', ['run', '--silent', 'lint'])]
  const others = async () => [...crashTrials(), await clients([]), await setUps([]), image(), await docs([])]
  return [...checks, vitest(), ...(await built(others))]
}

const [flag, ...names] = process.argv.slice(2)
const usage = `Usage: npm run test:all [-- PART [NAME]...]

Runs everything, or one part, for some names or all:
  --clients [CLIENT]...   real SDKs against a listening twinmq
  --set-ups [SET-UP]...   health checks, Testcontainers, Terraform and other set-ups of users
  --docs [PAGE]...        the blocks of the pages
  --image                 the container image
`
/** Parts that can be run alone, by flag. */
const alone = { '--clients': clients, '--set-ups': setUps, '--docs': docs, '--image': image }
if (flag !== undefined && !alone[flag]) {
  const asked = flag === '--help' || flag === '-h'
  ;(asked ? process.stdout : process.stderr).write(asked ? usage : `There is no part ${flag}.\n\n${usage}`)
  process.exit(asked ? 0 : 2)
}
const parts = alone[flag] ? await built(async () => [await alone[flag](names)]) : await everything()
rmSync(scratch, { recursive: true, force: true })

const total = (kind) => parts.reduce((sum, part) => sum + part[kind], 0)
console.log(`${total('passed')} passed, ${total('failed')} failed, ${total('skipped')} skipped`)
process.exitCode = total('failed') === 0 ? 0 : 1
