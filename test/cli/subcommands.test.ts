import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { Command, newFolder } from '../support/command.ts'

const snapshot = (...words: string[]) => Command.run(['snapshot', ...words])

test('schema prints the JSON Schema', async () => {
  const { code, stdout } = await snapshot('schema')
  expect([code, JSON.parse(stdout).type]).toEqual([0, 'object'])
})

test('every command says how it is used, and the list of them what they do', async () => {
  const { stdout } = await Command.run(['--help-all'])
  const helpers =
    'config env health queues peek send receive create delete purge redrive reset clock completion help version'.split(
      ' ',
    )
  for (const name of ['start', 'snapshot', 'import', 'mns-hosts', ...helpers]) {
    expect(stdout).toMatch(new RegExp(`^  ${name} +\\w`, 'm'))
    const help = await Command.run([name, '--help'])
    expect([help.code, help.stdout.slice(0, 13), help.stderr]).toEqual([0, 'Usage: twinmq', ''])
  }
  for (const name of ['save', 'load', 'diff', 'check', 'schema'])
    expect((await snapshot(name, '--help')).stdout).toMatch(new RegExp(`^Usage: twinmq snapshot ${name}`))
})

test('help says what --help says, of all, of a command, and of one of two words', async () => {
  for (const words of [[], ['send'], ['snapshot'], ['snapshot', 'save'], ['help']]) {
    const [asked, flagged] = [await Command.run(['help', ...words]), await Command.run([...words, '--help'])]
    expect([asked.code, asked.stderr, asked.stdout]).toEqual([0, '', flagged.stdout])
  }
})

test('version says what --version says', async () => {
  const [word, flag] = [await Command.run(['version']), await Command.run(['--version'])]
  expect([word.code, word.stderr, word.stdout]).toEqual([0, '', flag.stdout])
  expect(word.stdout).toMatch(/^\d+\.\d+\.\d+\n$/)
})

for (const [words, said] of [
  [['help', 'snd'], /there is no command 'snd'; did you mean twinmq send\?/],
  [['help', 'snapshot', 'lod'], /there is no command 'lod'; did you mean twinmq snapshot load\?/],
  [['version', 'x'], /unexpected word 'x'/],
  [['memory'], /there is no command 'memory'; did you mean twinmq --memory\?/],
  [['mnsHosts'], /did you mean twinmq mns-hosts\?/],
  [['completion', 'tcsh'], /'tcsh' is not one of bash, zsh, fish/],
  [['snapshot'], /twinmq snapshot takes one of save, load, diff, check, schema/],
  [['snapshot', 'lod'], /there is no command 'lod'; did you mean twinmq snapshot load\?/],
  [['snapshot', 'save'], /FILE is missing/],
  [['snapshot', 'save', 'a', 'b'], /unexpected word 'b'/],
  [['snapshot', 'save', 'a', '--frob'], /unknown option '--frob'/],
  [['snapshot', 'save', 'a', '--times', 'soon'], /--times: 'soon' is not relative\|absolute/],
  [['snapshot', 'save', 'a', '--url', 'localhost:4566'], /'localhost:4566' is not a URL such as/],
  [['snapshot', 'save', 'a', '--url', 'http://a', '--data', 'b'], /--url and --data exclude each other/],
  [['snapshot', 'load', 'a', '--account', '123456789012'], /--account needs --data/],
  [['snapshot', 'check', 'a', '--account', '7'], /--account: '7' is not 12-16 DIGITS/],
] as const)
  test(`twinmq ${words.join(' ')} is exit 2 with one line that says why`, async () => {
    const folder = newFolder()
    const { code, stdout, stderr } = await Command.run(words, { folder })
    expect([code, stdout, stderr.split('\n').length]).toEqual([2, '', 2])
    expect(stderr).toMatch(said)
    expect(existsSync(join(folder, 'a'))).toBe(false)
  })
