import { describe, expect, test } from 'vitest'
import { patient } from '../../src/store/file-system.ts'

/** A call that fails so many times with a code, its tries and the waits between them. */
function failing(times: number, code: string, platform: string) {
  const tries: string[] = []
  const waits: number[] = []
  const call = async (from: string, to: string) => {
    tries.push(`${from} ${to}`)
    if (tries.length <= times) throw Object.assign(new Error(code), { code })
  }
  const wait = async (ms: number) => {
    waits.push(ms)
  }
  return { call: patient(call, platform, wait), tries, waits }
}

describe('a rename on Windows', () => {
  test.each(['EPERM', 'EACCES', 'EBUSY'])(
    'that ends in %s because another has the file open is tried again',
    async (code) => {
      const { call, tries, waits } = failing(3, code, 'win32')
      await call('a', 'b')
      expect(tries).toEqual(['a b', 'a b', 'a b', 'a b'])
      expect(waits).toEqual([10, 20, 50])
    },
  )

  test('is given up after two seconds', async () => {
    const { call, tries, waits } = failing(99, 'EPERM', 'win32')
    await expect(call('a', 'b')).rejects.toThrow('EPERM')
    expect(tries).toHaveLength(9)
    expect(waits.reduce((sum, ms) => sum + ms)).toBe(1_980)
  })

  test.each([
    ['for another reason', 'ENOENT', 'win32'],
    ['on another system', 'EPERM', 'linux'],
  ])('that fails %s is not tried again', async (_, code, platform) => {
    const { call, tries } = failing(1, code, platform)
    await expect(call('a', 'b')).rejects.toThrow(code)
    expect(tries).toHaveLength(1)
  })
})
