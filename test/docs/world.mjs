import { spawn } from 'node:child_process'
import { once } from 'node:events'
import {
  closeSync,
  mkdirSync,
  mkdtempSync,
  openSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { root } from './blocks.mjs'
import { startOfPackage } from './package.mjs'

/** Longest time one block may take, real milliseconds. */
const limitMs = 120_000
const port = 4566

/** Why no twinmq can listen where pages say it does; undefined: one can. */
export async function portTaken() {
  const server = createServer()
  const failure = await new Promise((resolve) => {
    server.once('error', resolve).listen(port, '127.0.0.1', () => resolve(undefined))
  })
  server.close()
  return failure && `port ${port} of this machine is taken, and pages speak of that one`
}

const open = new Set()

/** Ends whatever runs, for a run that is broken off. */
export function closeAll() {
  for (const world of open) world.close()
}

/**
 * What the blocks of a page find: a folder of their own, in it the demo fixtures of a clone, the commands of a clone, the
 * packages that programs import, and a twinmq in memory at port 4566.
 */
export class World {
  folder = mkdtempSync(join(tmpdir(), 'twinmq-docs-'))
  #scratch = mkdtempSync(join(tmpdir(), 'twinmq-docs-'))
  #groups = new Set()
  #dist
  #commands
  #count = 0

  /** @param {{ dist: string }} given where the built program is */
  constructor({ dist }) {
    open.add(this)
    this.#dist = dist
    const bin = join(this.#scratch, 'bin')
    mkdirSync(bin)
    command(bin, 'twinmq', join(dist, 'cli.js'))
    command(bin, 'aws', join(dist, 'aws.js'))
    this.#commands = [bin]
    symlinkSync(join(root, 'fixtures'), join(this.folder, 'fixtures'))
    this.#linkPackages(dist)
  }

  /** Starts the twinmq of the page: the built program, or in its place the package as `npx` does. */
  async start({ ofPackage = false } = {}) {
    const { words, ...where } = ofPackage ? startOfPackage(this.#dist, this.#scratch) : { words: this.#usual() }
    const { output, ended } = this.#spawn(words, where)
    let hasEnded = false
    ended.then(() => {
      hasEnded = true
    })
    for (let waitedMs = 0; !/^Ready\.$/m.test(output()); waitedMs += 20) {
      if (waitedMs > 20_000 || hasEnded) throw new Error(`no twinmq answers this page\n${output()}`)
      await new Promise((resolve) => setTimeout(resolve, 20))
    }
  }

  #usual() {
    return [
      process.execPath,
      join(this.#dist, 'cli.js'),
      '--memory',
      '--log-level',
      'warn',
      '--init-folder',
      this.#scratch,
    ]
  }

  /** Runs a command to its end; gives what it printed, and throws that when it failed. */
  async run(words, { folder, env } = {}) {
    const { output, ended, pid } = this.#spawn(words, { folder, env })
    let timer
    const late = new Promise((resolve) => {
      timer = setTimeout(() => resolve(['late']), limitMs)
    })
    const [status] = await Promise.race([ended, late])
    clearTimeout(timer)
    if (status === 'late') killGroup(pid)
    if (status === 0) return output()
    throw new Error(
      `${status === 'late' ? `no end within ${limitMs / 1000} s` : `it ended with ${status}`}\n${output()}`,
    )
  }

  /** Ends whatever still runs, and removes the folder. */
  close() {
    open.delete(this)
    for (const pid of this.#groups) killGroup(pid)
    for (const folder of [this.folder, this.#scratch]) rmSync(folder, { recursive: true, force: true, maxRetries: 5 })
  }

  /** Its output goes to a file: a program that it leaves running in the background would hold a pipe open. */
  #spawn(words, { folder = this.folder, env = {} }) {
    this.#count += 1
    const file = join(this.#scratch, `output-${this.#count}`)
    const descriptor = openSync(file, 'w')
    const child = spawn(words[0], words.slice(1), {
      cwd: folder,
      env: { ...this.#environment(), ...env },
      detached: true,
      stdio: ['ignore', descriptor, descriptor],
    })
    closeSync(descriptor)
    const { pid } = child
    this.#groups.add(pid)
    const failed = once(child, 'error').then(([error]) => [error.message])
    const ended = Promise.race([once(child, 'exit'), failed])
    return { pid, ended, output: () => readFileSync(file, 'utf8') }
  }

  /** Nothing of whoever runs the tests, credentials least of all. */
  #environment() {
    return {
      PATH: [...this.#commands, process.env.PATH].join(':'),
      HOME: this.folder,
      TMPDIR: this.#scratch,
      LANG: 'C.UTF-8',
      PAGE_EXPORTS: join(this.#scratch, 'exports'),
      PYTHONDONTWRITEBYTECODE: '1',
      AWS_EC2_METADATA_DISABLED: 'true',
    }
  }

  /** As `npm install` would leave them: the clients, and the package itself. */
  #linkPackages(dist) {
    const folder = join(this.folder, 'node_modules')
    const installed = join(root, 'test', 'clients', 'node', 'node_modules')
    mkdirSync(join(folder, 'twinmq'), { recursive: true })
    symlinkSync(join(root, 'package.json'), join(folder, 'twinmq', 'package.json'))
    symlinkSync(dist, join(folder, 'twinmq', 'dist'))
    symlinkSync(join(root, 'node_modules', 'vitest'), join(folder, 'vitest'))
    for (const name of entries(installed))
      if (!name.startsWith('.')) symlinkSync(join(installed, name), join(folder, name))
  }
}

function command(folder, name, program) {
  const text = `#!/bin/sh\nexec ${process.execPath} ${program} "$@"\n`
  writeFileSync(join(folder, name), text, { mode: 0o755 })
}

function entries(folder) {
  try {
    return readdirSync(folder)
  } catch {
    return [] // the clients are not installed
  }
}

function killGroup(pid) {
  try {
    process.kill(-pid, 'SIGKILL')
  } catch {
    // all of it has ended
  }
}
