import { execFileSync, spawn } from 'node:child_process'
import { cpSync, existsSync, mkdirSync, mkdtempSync, renameSync, rmSync, symlinkSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join, resolve } from 'node:path'
import { inject, onTestFinished } from 'vitest'

const tools = resolve('test/package/tools/node_modules')

/** Why a tool that is installed on demand is not there; in CI all must be. */
export function missingTool(path: string): string | undefined {
  if (existsSync(join(tools, path)) || process.env.CI !== undefined) return undefined
  return `${path.split('/')[0]} is not installed; node test/package/install-tools.mjs does that`
}

/** A file of a tool that is installed on demand. */
export function toolAt(path: string): string {
  return join(tools, path)
}

/** An empty folder, removed when the test is finished. */
export function emptyFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'twinmq-consumer-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  return folder
}

/** A folder with these files of `projects`, where the package is installed, beside packages that the repository has. */
export function consumer(files: string, packages: readonly string[] = []): string {
  const folder = emptyFolder()
  const modules = join(folder, 'node_modules')
  mkdirSync(modules)
  execFileSync('tar', ['-xf', inject('tarball'), '-C', modules])
  renameSync(join(modules, 'package'), join(modules, 'twinmq'))
  for (const name of packages) {
    mkdirSync(dirname(join(modules, name)), { recursive: true })
    symlinkSync(resolve('node_modules', name), join(modules, name))
  }
  cpSync(join('test/package/projects', files), files.includes('.') ? join(folder, files) : folder, { recursive: true })
  return folder
}

/** A program that ran to its end. */
type Ended = { readonly code: number | null; readonly output: string }

/** Runs a Node program, with no variables of the tests here. */
export function run(words: readonly string[], folder: string, node = process.execPath): Promise<Ended> {
  return new Promise((done) => {
    const { PATH, HOME } = process.env
    const child = spawn(node, words, {
      cwd: folder,
      env: { PATH, HOME, NO_COLOR: '1' },
      stdio: ['ignore', 'pipe', 'pipe'],
    })
    let output = ''
    for (const stream of [child.stdout, child.stderr])
      stream.on('data', (bytes: Buffer) => {
        output += bytes.toString('utf8')
      })
    child.on('close', (code) => done({ code, output }))
    onTestFinished(() => {
      child.kill('SIGKILL')
    })
  })
}
