import { createHash } from 'node:crypto'
import { existsSync } from 'node:fs'
import { cp, mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { delimiter, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { attempt } from './attempt.mjs'
import { buildAliyungo, buildMnsJava, copyDependencies, mnsJavaVersions } from './build-mns.mjs'

const here = fileURLToPath(new URL('.', import.meta.url))
const cache = join(here, '.cache')

/** Each set of Python packages and the file that pins it: one environment each, since they exclude each other. */
const pythonSets = {
  current: 'requirements-current.txt',
  query: 'requirements-query.txt',
  awscli: 'requirements-awscli.txt',
  awslocal: 'requirements-awslocal.txt',
  celery: 'requirements-celery.txt',
}

/** How each set is installed. Each returns what went wrong, in one line, or nothing. */
const installations = {
  node: installNode,
  ...Object.fromEntries(Object.keys(pythonSets).map((set) => [set, () => installPython(set)])),
  go: () => build('go', buildGo),
  java: () => build('java', buildJava),
  rust: () => build('rust', buildRust),
  aliyungo: () => build('aliyungo', buildAliyungo),
  ...Object.fromEntries(
    mnsJavaVersions.map((version) => [
      mnsJava(version),
      () => build(mnsJava(version), buildMnsJava(version), 'java-mns'),
    ]),
  ),
}

/** The Python of an environment that was installed. */
export function pythonOf(set) {
  return join(cache, set, 'bin', 'python')
}

/** The folder of the commands that an environment of Python brings, for a PATH. */
export function commandsOf(set) {
  return join(cache, set, 'bin')
}

/**
 * The command of a program in another language that was built. Those of Java are told apart by class.
 *
 * @param {'go' | 'java' | 'rust'} language
 * @param {string} [className]
 * @returns {string[]}
 */
export function sdkOf(language, className) {
  const folder = join(cache, language)
  if (language === 'go') return [join(folder, 'sdk-calls')]
  if (language === 'rust') return [join(folder, 'target', 'debug', 'twinmq-client-tests')]
  return javaIn(folder, className)
}

/** The command of the program that makes the calls of one version of the Java SDK of MNS. */
export function mnsJavaOf(version) {
  return javaIn(join(cache, mnsJava(version)), 'MnsCalls')
}

/** The name of the set that holds one version of the Java SDK of MNS. */
export function mnsJava(version) {
  return `java-mns-${version}`
}

/** The tests of the Go package of MNS. */
export function aliyungoTests() {
  return join(cache, 'aliyungo', 'mns.test')
}

function javaIn(folder, className) {
  const path = [join(folder, 'classes'), join(folder, 'lib', '*')].join(delimiter)
  return ['java', '-XX:+UseSerialGC', '-XX:TieredStopAtLevel=1', '-cp', path, className]
}

/**
 * Installs every client, or those of the sets named, or finds them installed from before. Returns what is missing and why,
 * by name of the set: empty when all is there.
 *
 * @param {readonly string[]} [sets]
 * @returns {Promise<Record<string, string>>}
 */
export async function installClients(sets = Object.keys(installations)) {
  await mkdir(cache, { recursive: true })
  const reasons = await Promise.all(sets.map((set) => installations[set]()))
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
  const noVenv = await attempt('python3', ['-m', 'venv', folder], here)
  if (noVenv) return `python3 -m venv does not work here: ${noVenv}`
  const flags = ['-m', 'pip', 'install', '--quiet', '--disable-pip-version-check', '-r', requirements]
  const problem = await attempt(pythonOf(set), flags, here)
  if (problem) return `pip could not install ${pythonSets[set]}: ${problem}`
  await writeFile(mark, '')
  return undefined
}

/** Builds what stands in the folder of a language, if it has changed. The mark names its sources. */
async function build(set, steps, language = set) {
  const source = join(here, language)
  const folder = join(cache, set)
  const mark = join(folder, `.built-${await digestOf(source)}`)
  if (existsSync(mark)) return undefined
  await mkdir(folder, { recursive: true })
  const marks = (await readdir(folder)).filter((name) => name.startsWith('.built-'))
  for (const old of marks) await rm(join(folder, old))
  const problem = await steps(source, folder)
  if (problem) return problem
  await writeFile(mark, '')
  return undefined
}

async function buildGo(source, folder) {
  const variables = { GOTOOLCHAIN: 'local', CGO_ENABLED: '0', GOFLAGS: '-mod=readonly' }
  const problem = await attempt('go', ['build', '-o', join(folder, 'sdk-calls'), '.'], source, variables)
  return problem && `go (1.24 or later, on the PATH) could not build the Go client: ${problem}`
}

async function buildJava(source, folder) {
  for (const old of ['lib', 'classes']) await rm(join(folder, old), { recursive: true, force: true })
  const fetch = ['-q', '-B', '-ntp', copyDependencies, `-DoutputDirectory=${join(folder, 'lib')}`]
  const noJars = await attempt('mvn', fetch, source)
  if (noJars) return `mvn (with Java 17 or later, on the PATH) could not fetch the Java clients: ${noJars}`
  const java = join(source, 'src', 'main', 'java')
  const files = (await readdir(java)).map((name) => join(java, name))
  const classes = join(folder, 'classes')
  const words = ['--release', '17', '-nowarn', '-d', classes, '-cp', join(folder, 'lib', '*'), ...files]
  const problem = await attempt('javac', words, source)
  if (problem) return `javac could not compile the Java clients: ${problem}`
  await cp(join(source, 'src', 'main', 'resources'), classes, { recursive: true })
  return undefined
}

/** In a copy, because cargo writes a lock file beside the sources. */
async function buildRust(source, folder) {
  await cp(source, folder, { recursive: true })
  const problem = await attempt('cargo', ['build', '--quiet'], folder)
  return problem && `cargo (1.94 or later, on the PATH) could not build the Rust client: ${problem}`
}

async function digestOf(folder) {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true })
  const files = entries
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath ?? entry.path, entry.name))
  const texts = await Promise.all(files.toSorted().map((file) => readFile(file)))
  return digest(...texts)
}

function digest(...parts) {
  const hash = createHash('sha256')
  for (const part of parts) hash.update(part)
  return hash.digest('hex').slice(0, 16)
}
