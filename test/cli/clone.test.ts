import { execFileSync } from 'node:child_process'
import { symlinkSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { expect, test } from 'vitest'
import { newFolder } from '../support/command.ts'

test('a clone has its commands in bin, for any folder and through a link', () => {
  const folder = newFolder()
  symlinkSync(resolve('bin/twinmq'), join(folder, 'linked'))
  const env = { PATH: `${resolve('bin')}:${process.env.PATH}` }
  for (const command of ['twinmq', join(folder, 'linked'), 'aws'])
    expect(execFileSync(command, ['--version'], { cwd: folder, env, encoding: 'utf8' })).toMatch(/\d+\.\d+\.\d+/)
})
