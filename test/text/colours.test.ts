import { stripVTControlCharacters } from 'node:util'
import { expect, onTestFinished, test, vi } from 'vitest'
import { columnsText } from '../../src/commands/columns.ts'
import { remark } from '../../src/commands/output.ts'
import { queues } from '../../src/commands/queues.ts'
import { coloured, colouredHelp, hasColours } from '../../src/text/colours.ts'

/** Has the standard streams be terminals, or not, in an environment of these variables. */
function streams(terminal: { readonly stdout: boolean; readonly stderr: boolean }, variables: object = {}): void {
  for (const name of ['NO_COLOR', 'TERM']) vi.stubEnv(name, undefined)
  for (const [name, value] of Object.entries(variables)) vi.stubEnv(name, value)
  const before = (['stdout', 'stderr'] as const).map((name) => [name, process[name].isTTY] as const)
  for (const [name] of before) Object.assign(process[name], { isTTY: terminal[name] })
  onTestFinished(() => {
    vi.unstubAllEnvs()
    for (const [name, isTTY] of before) Object.assign(process[name], { isTTY })
  })
}

const both = { stdout: true, stderr: true }
const rows = [
  ['a', 1],
  ['long', 20],
] as const

test('there are colours on a terminal, for each stream by itself', () => {
  streams({ stdout: true, stderr: false })
  expect([hasColours('stdout'), hasColours('stderr')]).toEqual([true, false])
  expect(coloured('stdout', 'wrong', 'x')).toBe('\u001b[31mx\u001b[39m')
  expect(coloured('stderr', 'wrong', 'x')).toBe('x')
})

test('and on the other one while the output goes into a pipe', () => {
  streams({ stdout: false, stderr: true })
  expect(coloured('stderr', 'wrong', 'x')).toBe('\u001b[31mx\u001b[39m')
})

test.each([{ NO_COLOR: '1' }, { TERM: 'dumb' }, { NO_COLOR: '1', FORCE_COLOR: '1' }])('not with %j', (variables) => {
  streams(both, variables)
  expect([coloured('stdout', 'good', 'x'), colouredHelp(queues.usage)]).toEqual(['x', queues.usage])
})

test('an empty NO_COLOR says nothing', () => {
  streams(both, { NO_COLOR: '' })
  expect(hasColours('stdout')).toBe(true)
})

test('columns are as wide with colours as without', () => {
  streams(both)
  const table = columnsText(['NAME', 'N'], rows, (column) => (column === 'NAME' ? 'good' : undefined))
  expect(table).toContain('\u001b[32ma\u001b[39m')
  expect(table).toContain('\u001b[1mNAME\u001b[22m')
  expect(stripVTControlCharacters(table)).toBe('NAME   N\na      1\nlong  20\n')
})

test('help keeps its words, with headings and names in colour', () => {
  streams(both)
  const help = colouredHelp(queues.usage)
  expect(stripVTControlCharacters(help)).toBe(queues.usage)
  expect(help.startsWith('\u001b[1mUsage:\u001b[22m twinmq queues')).toBe(true)
  expect(help).toContain('\u001b[36m  --json\u001b[39m ')
})

test('a remark has its first word in colour', () => {
  streams(both)
  const write = vi.spyOn(process.stderr, 'write').mockReturnValue(true)
  onTestFinished(() => write.mockRestore())
  remark('hello')
  expect(write.mock.calls).toEqual([['\u001b[33mtwinmq:\u001b[39m hello\n']])
})
