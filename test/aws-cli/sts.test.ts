import { expect, test } from 'vitest'
import { run } from '../../src/aws-cli/run.ts'
import { TestEmulator } from '../support/emulator.ts'

const environment = { HOME: '/nonexistent', AWS_ACCESS_KEY_ID: '123456789012', AWS_SECRET_ACCESS_KEY: 'x' }

async function sts(...words: string[]) {
  const emulator = await TestEmulator.start()
  return run(['sts', ...words, '--endpoint-url', `http://127.0.0.1:${emulator.port}`], environment, 80)
}

test('get-caller-identity tells the account of the key', async () => {
  const { code, out } = await sts('get-caller-identity')
  expect(code).toBe(0)
  expect(Object.keys(JSON.parse(out))).toEqual(['UserId', 'Account', 'Arn'])
  expect(JSON.parse(out)).toMatchObject({ Account: '123456789012', Arn: 'arn:aws:iam::123456789012:root' })
})

test('get-caller-identity prints the account alone when asked', async () => {
  const words = ['get-caller-identity', '--query', 'Account', '--output', 'text']
  expect(await sts(...words)).toEqual({ code: 0, out: '123456789012\n', err: '' })
})

test('assume-role gives keys, and the instant of their end as version 2 writes it', async () => {
  const role = 'arn:aws:iam::210987654321:role/worker'
  const { code, out } = await sts('assume-role', '--role-arn', role, '--role-session-name', 'night')
  expect(code).toBe(0)
  expect(JSON.parse(out)).toMatchObject({
    Credentials: { Expiration: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\+00:00$/) },
    AssumedRoleUser: { Arn: 'arn:aws:sts::210987654321:assumed-role/worker/night' },
  })
})

test('a role that is too short is found out before it is sent', async () => {
  expect(await sts('assume-role', '--role-arn', 'short', '--role-session-name', 'night')).toMatchObject({
    code: 252,
    err: expect.stringContaining('Invalid length for parameter RoleArn, value: 5, valid min length: 20'),
  })
})
