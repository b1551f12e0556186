import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { run } from '../../src/aws-cli/run.ts'
import { settingsFor } from '../../src/aws-cli/settings.ts'
import { TestEmulator } from '../support/emulator.ts'

type Options = Readonly<Record<string, string>>

const nowhere = join(tmpdir(), 'no-home')

function settings(options: Options = {}, environment: Options = {}): ReturnType<typeof settingsFor> {
  const given = new Map(Object.entries(options).map(([name, value]) => [name, [value]]))
  return settingsFor('sqs', given, { HOME: nowhere, ...environment })
}

test.each([
  [{}, 'http://localhost:4566/'],
  [{ LOCALSTACK_HOST: 'queues' }, 'http://queues:4566/'],
  [{ LOCALSTACK_HOST: 'queues:4000', USE_SSL: '1' }, 'https://queues:4000/'],
  [{ TWINMQ_URL: 'http://a:1', LOCALSTACK_HOST: 'queues' }, 'http://a:1/'],
  [{ AWS_ENDPOINT_URL: 'http://b:2', TWINMQ_URL: 'http://a:1' }, 'http://b:2/'],
  [{ AWS_ENDPOINT_URL_SQS: 'http://c:3', AWS_ENDPOINT_URL: 'http://b:2' }, 'http://c:3/'],
  [{ AWS_ENDPOINT_URL: 'http://b:2', AWS_IGNORE_CONFIGURED_ENDPOINT_URLS: 'true' }, 'http://localhost:4566/'],
])('with %j and no option, requests go to %s', (environment, endpoint) => {
  expect(settings({}, environment).endpoint.href).toBe(endpoint)
})

test('an option wins over variables, and those over a profile', () => {
  const environment = { AWS_REGION: 'eu-west-1', AWS_DEFAULT_REGION: 'eu-west-2', AWS_ENDPOINT_URL: 'http://b:2' }
  const options = { region: 'eu-north-1', 'endpoint-url': 'http://d:4' }
  expect(settings(options, environment)).toMatchObject({ region: 'eu-north-1', endpoint: new URL('http://d:4') })
  expect(settings({}, environment).region).toBe('eu-west-1')
  expect(settings()).toMatchObject({ region: 'us-east-1', output: 'json', keys: { id: 'test', secret: 'test' } })
})

test('a profile gives keys, region, output and endpoint', () => {
  const folder = mkdtempSync(join(tmpdir(), 'profiles-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  const [config, credentials] = [join(folder, 'config'), join(folder, 'credentials')]
  writeFileSync(config, '# of tests\n[profile pay]\nregion = eu-west-3\noutput=text\nendpoint_url = http://e:5\n')
  writeFileSync(credentials, '[pay]\naws_access_key_id = 123456789012\naws_secret_access_key = s\n')
  const environment = { AWS_CONFIG_FILE: config, AWS_SHARED_CREDENTIALS_FILE: credentials }
  expect(settings({ profile: 'pay' }, environment)).toEqual({
    endpoint: new URL('http://e:5'),
    region: 'eu-west-3',
    output: 'text',
    keys: { id: '123456789012', secret: 's' },
  })
  expect(() => settings({ profile: 'absent' }, environment)).toThrow('The config profile (absent) could not be found')
})

test('half a pair of keys is a wrong configuration', () => {
  expect(() => settings({}, { AWS_ACCESS_KEY_ID: 'a' })).toThrow(
    expect.objectContaining({ code: 253, message: expect.stringContaining('missing: AWS_SECRET_ACCESS_KEY') }),
  )
})

test('a signature that is checked is believed, and a wrong secret is refused', async () => {
  const keys = join(mkdtempSync(join(tmpdir(), 'keys-')), 'keys.json')
  onTestFinished(() => rmSync(keys))
  const row = { cloud: 'aws', accessKeyId: 'ours', secret: 'right', account: '111111111111' }
  writeFileSync(keys, JSON.stringify([row]))
  const emulator = await TestEmulator.start({ auth: keys, now: Date.now() })
  const line = ['sqs', 'create-queue', '--queue-name', 'q', '--endpoint-url', `http://127.0.0.1:${emulator.port}`]
  const as = (secret: string) =>
    run(line, { HOME: nowhere, AWS_ACCESS_KEY_ID: 'ours', AWS_SECRET_ACCESS_KEY: secret }, 80)
  expect(await as('right')).toMatchObject({ code: 0, out: expect.stringContaining('/111111111111/q"') })
  expect(await as('wrong')).toMatchObject({ code: 254, err: expect.stringContaining('signature') })
})
