import { chmodSync, chownSync, lchownSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { InitHooks } from '../../src/hooks/init-hooks.ts'
import { doubtOf, shellWords } from '../../src/hooks/script-safety.ts'
import { silentLog } from '../../src/log.ts'

const posix = process.platform !== 'win32'
const root = posix && process.getuid?.() === 0

let folder: string
let lines: string[]

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'twinmq-safety-'))
  lines = []
})
afterEach(() => rmSync(folder, { recursive: true }))

function script(name: string, mode = 0o755, owner?: number): string {
  const file = join(folder, 'ready.d', name)
  mkdirSync(dirname(file), { recursive: true })
  writeFileSync(file, '#!/bin/sh\necho here\n')
  chmodSync(file, mode)
  if (owner !== undefined) chownSync(file, owner, owner)
  return file
}

/** Runs the scripts, and gives what the log and the list of scripts say. */
async function run(strictFiles?: boolean): Promise<readonly string[]> {
  const keep = (level: string) => (line: string) => void lines.push(`${level} ${line}`)
  const log = { ...silentLog, info: keep('info'), warn: keep('warn'), error: keep('error') }
  const hooks = new InitHooks({ folders: [folder], log, ...(strictFiles && { strictFiles }) })
  await hooks.run('READY', { PATH: process.env.PATH })
  return hooks.scripts().map(({ name, state }) => `${name} ${state}`)
}

describe.runIf(posix)('scripts that every user can write to', () => {
  test('run, with one line that names them all and says what to do', async () => {
    const [first, , third] = [script('1.sh', 0o777), script('2.sh'), script("it's 3.sh", 0o757)]
    expect(await run()).toEqual(['1.sh SUCCESSFUL', '2.sh SUCCESSFUL', "it's 3.sh SUCCESSFUL"])
    const words = `${first} '${third.replace("'", "'\\''")}'`
    expect(lines).toEqual([
      `warn a script can be changed by others, because every user can write to it: chmod o-w ${words}`,
      'info ready.d/1.sh: here',
      'info ready.d/2.sh: here',
      "info ready.d/it's 3.sh: here",
    ])
    chmodSync(first, 0o775)
    chmodSync(third, 0o755)
    lines = []
    await run()
    expect(lines.filter((line) => !line.startsWith('info'))).toEqual([])
  })

  test('are refused with --strict-init-files, and the others run', async () => {
    const file = script('1.sh', 0o777)
    script('2.sh', 0o775)
    expect(await run(true)).toEqual(['1.sh ERROR', '2.sh SUCCESSFUL'])
    expect(lines).toEqual([
      `error not run with --strict-init-files, because every user can write to it: chmod o-w ${file}`,
      'info ready.d/2.sh: here',
    ])
  })

  test('are found behind links too', async () => {
    const file = script('../elsewhere.sh', 0o777)
    mkdirSync(join(folder, 'ready.d'))
    symlinkSync(file, join(folder, 'ready.d', '1.sh'))
    expect(await run(true)).toEqual(['1.sh ERROR'])
  })
})

describe.runIf(root)('scripts of strangers', () => {
  const stranger = 12_345

  test('are refused in a folder where every user can add files', async () => {
    const file = script('1.sh', 0o755, stranger)
    script('2.sh')
    chmodSync(dirname(file), 0o777)
    expect(await run()).toEqual(['1.sh ERROR', '2.sh SUCCESSFUL'])
    expect(lines).toEqual([
      expect.stringMatching(/^error not run, .* belongs neither .*: \/.*\/1\.sh$/),
      expect.any(String),
    ])
  })

  test.each([
    ['the folder has the sticky bit', 0o1777, stranger],
    ['only its owner can add files', 0o755, stranger],
    ['it belongs to root', 0o777, 0],
  ])('run where %s', async (_, mode, owner) => {
    const file = script('1.sh', 0o755, owner)
    chmodSync(dirname(file), mode)
    expect(await run(true)).toEqual(['1.sh SUCCESSFUL'])
    expect(lines).toEqual(['info ready.d/1.sh: here'])
  })

  test('of the owner of the folder, or of this user, are trusted', () => {
    const file = script('1.sh', 0o755, stranger)
    chmodSync(dirname(file), 0o777)
    expect(doubtOf(file, folder, 1)).toBe('foreign')
    expect(doubtOf(file, folder, stranger)).toBeUndefined()
    chownSync(dirname(file), stranger, stranger)
    expect(doubtOf(file, folder, 1)).toBeUndefined()
  })

  test('that a stranger put there with their folder, or as a link to a file of root, are refused', () => {
    chmodSync(folder, 0o777)
    const file = script('deep/1.sh')
    expect(doubtOf(file, folder)).toBeUndefined()
    chownSync(join(folder, 'ready.d'), stranger, stranger)
    expect(doubtOf(file, folder)).toBe('foreign')
    chownSync(join(folder, 'ready.d'), 0, 0)
    chmodSync(dirname(file), 0o777)
    const link = join(dirname(file), '2.sh')
    symlinkSync(file, link)
    expect(doubtOf(link, folder)).toBeUndefined()
    lchownSync(link, stranger, stranger)
    expect(doubtOf(link, folder)).toBe('foreign')
  })
})

test('a system without users, and a script that is gone, raise no doubt', () => {
  const file = script('1.sh', 0o777)
  expect(doubtOf(file, folder, undefined)).toBe(posix ? 'writable' : undefined)
  expect(doubtOf(join(folder, 'ready.d', 'gone.sh'), folder)).toBeUndefined()
})

test('files are written as words of a shell', () => {
  expect(shellWords(['/a/b-1.sh', '/a b/c.sh', "/it's.sh"])).toBe("/a/b-1.sh '/a b/c.sh' '/it'\\''s.sh'")
})
