import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { beforeEach, expect, onTestFinished, test, vi } from 'vitest'
import { withAddressHere } from '../../src/aws-cli/address-here.ts'

let folder: string

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'address-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  vi.spyOn(process, 'cwd').mockReturnValue(folder)
  onTestFinished(() => void vi.restoreAllMocks())
})

function stub(environment: Readonly<Record<string, string>>): void {
  for (const [name, value] of Object.entries(environment)) vi.stubEnv(name, value)
  onTestFinished(() => void vi.unstubAllEnvs())
}

test.each([
  [{ TWINMQ_PORT: '4599' }, 'http://127.0.0.1:4599'],
  [{ TWINMQ_HOST: '0.0.0.0', TWINMQ_PORT: '4599' }, 'http://127.0.0.1:4599'],
  [{ TWINMQ_LISTEN: '127.0.0.2:4600' }, 'http://127.0.0.2:4600'],
  [{ TWINMQ_URL: 'http://a:1', TWINMQ_PORT: '4599' }, 'http://a:1'],
  [{ TWINMQ_PORT: '0' }, undefined],
  [{ LOCALSTACK_HOST: 'queues', TWINMQ_PORT: '4599' }, undefined],
  [{}, undefined],
])('with %j, TWINMQ_URL is %s', async (environment, url) => {
  stub(environment)
  expect((await withAddressHere({ ...environment })).TWINMQ_URL).toBe(url)
})

test('the config file that is named says the port', async () => {
  writeFileSync(join(folder, 'mine.yaml'), 'port: 4601\n')
  const environment = { TWINMQ_CONFIG: join(folder, 'mine.yaml') }
  stub(environment)
  expect((await withAddressHere(environment)).TWINMQ_URL).toBe('http://127.0.0.1:4601')
})

test('so does the one of the working folder', async () => {
  writeFileSync(join(folder, 'twinmq.config.json'), '{ "port": 4602 }')
  expect((await withAddressHere({})).TWINMQ_URL).toBe('http://127.0.0.1:4602')
})
