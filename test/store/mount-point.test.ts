import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { isMountPoint } from '../../src/store/mount-point.ts'

function mounts(...points: readonly string[]): string {
  const folder = mkdtempSync(join(tmpdir(), 'mounts-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  const file = join(folder, 'mountinfo')
  writeFileSync(
    file,
    points.map((point) => `36 35 98:0 /root ${point} rw,noatime shared:1 - ext4 /dev/sda rw\n`).join(''),
  )
  return file
}

test('a file that is mounted by itself is told from those in a folder that is', async () => {
  const file = mounts('/', '/data', '/var/kept/state.json', String.raw`/var/kept/my\040state.json`)
  expect(await isMountPoint('/var/kept/state.json', file)).toBe(true)
  expect(await isMountPoint('/var/kept/my state.json', file)).toBe(true)
  expect(await isMountPoint('/data/state.json', file)).toBe(false)
})

test('where the system does not tell, nothing is taken for a mount', async () => {
  expect(await isMountPoint('/var/kept/state.json', '/no/such/file')).toBe(false)
})
