import { describe, expect, test } from 'vitest'
import { type Mns, startMns } from './client.ts'
import { recordedAtMs, requestOf, type Session, sessions } from './sessions.ts'

async function play(mns: Mns, session: Session): Promise<void> {
  for (const line of session.before ?? []) await mns.call(line)
  for (const step of session.steps) {
    const { method, target, headers, body } = requestOf(step)
    const answer = await mns.call(`${method} ${target}`, body, headers)
    expect(answer.status, step.name).toBe(step.status)
    for (const [name, expected] of Object.entries(step.texts ?? {}))
      expect(answer.texts(name), step.name).toEqual(expected)
  }
}

describe('sessions of real clients', () => {
  test.each(sessions)('%s', async (_, session) => {
    const mns = await startMns({ nowMs: recordedAtMs, recordedAs: `mns: ${session.client}` })
    await play(mns, session)
    await mns.app.close()
  })
})

test('every step of a session is a whole request and says how it is answered', () => {
  for (const [file, { client, source, steps }] of sessions) {
    expect(client && source, file).toBeTruthy()
    expect(steps.length, file).toBeGreaterThan(0)
    for (const step of steps) {
      const place = `${file}, ${step.name}`
      expect(step.head, place).toMatch(/^(?:GET|PUT|POST|DELETE) \S+ HTTP\/1\.1(?:\n[\w-]+: .*)+$/)
      const { headers, body } = requestOf(step)
      const length = Object.entries(headers).find(([name]) => name.toLowerCase() === 'content-length')?.[1] ?? '0'
      expect(body.length, place).toBe(Number(length))
      expect(step.status, place).toBeTypeOf('number')
    }
  }
})
