import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { run } from '../../src/aws-cli/run.ts'

function home(): { readonly HOME: string; readonly file: (name: string) => string } {
  const HOME = mkdtempSync(join(tmpdir(), 'home-'))
  onTestFinished(() => rmSync(HOME, { recursive: true }))
  return { HOME, file: (name) => readFileSync(join(HOME, '.aws', name), 'utf8') }
}

const configure = (HOME: string, line: string) => run(['configure', ...line.split(' ')], { HOME }, 80)

test('what was set is there, secrets in a file of their own', async () => {
  const { HOME, file } = home()
  expect(await configure(HOME, 'set region eu-west-1')).toEqual({ code: 0, out: '', err: '' })
  await configure(HOME, 'set aws_access_key_id test')
  await configure(HOME, 'set aws_secret_access_key secret')
  await configure(HOME, 'set region eu-west-2 --profile pay')
  await configure(HOME, 'set profile.pay.output text')
  await configure(HOME, 'set default.region eu-west-3')
  expect(file('config')).toBe('[default]\nregion = eu-west-3\n[profile pay]\noutput = text\nregion = eu-west-2\n')
  expect(file('credentials')).toBe('[default]\naws_secret_access_key = secret\naws_access_key_id = test\n')
  expect(await configure(HOME, 'get region')).toMatchObject({ code: 0, out: 'eu-west-3\n' })
  expect(await configure(HOME, 'get output --profile pay')).toMatchObject({ out: 'text\n' })
  expect(await configure(HOME, 'get aws_access_key_id')).toMatchObject({ out: 'test\n' })
})

test('what is in the files already stays as it is', async () => {
  const { HOME, file } = home()
  await configure(HOME, 'set region a')
  writeFileSync(join(HOME, '.aws', 'config'), '# mine\n[default]\noutput=json\n\n[profile x]\nregion = y\n')
  await configure(HOME, 'set output table')
  expect(file('config')).toBe('# mine\n[default]\noutput = table\n\n[profile x]\nregion = y\n')
})

test('what is not set ends with 1 and says nothing, and other words with 252', async () => {
  const { HOME } = home()
  expect(await configure(HOME, 'get region')).toEqual({ code: 1, out: '', err: '' })
  expect(await configure(HOME, 'list-everything')).toMatchObject({ code: 252, out: '' })
})

test('what is in force is listed with where it comes from, keys but for their end', async () => {
  const { HOME } = home()
  await configure(HOME, 'set aws_access_key_id AKIAEXAMPLE1234')
  await configure(HOME, 'set region eu-west-2 --profile pay')
  expect((await configure(HOME, 'list-profiles')).out.trim().split('\n').sort()).toEqual(['default', 'pay'])
  const { code, out } = await run(['configure', 'list'], { HOME, AWS_DEFAULT_REGION: 'eu-west-1' }, 80)
  expect(code).toBe(0)
  expect(out).toMatch(/access_key +\*{16}1234 +config-file/)
  expect(out).toMatch(/secret_key +<not set> +None/)
  expect(out).toMatch(/region +eu-west-1 +env/)
})
