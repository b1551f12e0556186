import { expect, test } from 'vitest'
import { Command } from '../support/command.ts'

test('mns-hosts prints lines for a hosts file, and how each client is pointed here', async () => {
  const flags = ['mns-hosts', '--account', '1234567890123456', '--region', 'cn-hangzhou', '--port', '9324']
  const { code, stdout, stderr } = await Command.run(flags)
  expect([code, stderr]).toEqual([0, ''])
  const lines = stdout.trimEnd().split('\n')
  expect(lines.filter((line) => !line.startsWith('#'))).toEqual([
    '127.0.0.1 1234567890123456.mns.cn-hangzhou.aliyuncs.com',
    '127.0.0.1 1234567890123456.mns.cn-hangzhou-internal.aliyuncs.com',
    '127.0.0.1 1234567890123456.mns.cn-hangzhou-internal-vpc.aliyuncs.com',
    '127.0.0.1 1234567890123456.mns.cn-hangzhou-vpc.aliyuncs.com',
    '127.0.0.1 1234567890123456.mns-internal.cn-hangzhou.aliyuncs.com',
    '127.0.0.1 1234567890123456.mns-vpc.cn-hangzhou.aliyuncs.com',
  ])
  for (const line of [
    "Account('http://127.0.0.1:9324', 'ak', 'sk')",
    'new CloudAccount("ak", "sk", "http://127.0.0.1:9324").getMNSClient()',
    "new Client('http://1234567890123456.mns.cn-hangzhou.aliyuncs.com:9324', 'ak', 'sk')",
    'mns.NewClient("ak", "sk", "127.0.0.1:9324")',
  ])
    expect(lines).toContain(`#     ${line}`)
  expect(stdout).toContain('HTTP_PROXY=http://127.0.0.1:9324 ')
  expect(stdout).toContain('.region("cn-hangzhou")')
})

test('mns-hosts has the defaults of the program, and takes its variables', async () => {
  expect((await Command.run(['mns-hosts'])).stdout).toContain('\n127.0.0.1 000000000000.mns.us-east-1.aliyuncs.com\n')
  const { stdout } = await Command.run(['mns-hosts'], { variables: { TWINMQ_REGION: 'cn-beijing' } })
  expect(stdout).toContain('.mns.cn-beijing.aliyuncs.com')
})

test('mns-hosts refuses what no option is', async () => {
  const { code, stdout, stderr } = await Command.run(['mns-hosts', '--acount', '1'])
  expect([code, stdout]).toEqual([2, ''])
  expect(stderr).toMatch(/unknown option '--acount'/)
})
