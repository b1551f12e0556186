import { expect, test } from 'vitest'
import { fullHelp, shortHelp, usageOf } from '../../src/commands/help.ts'
import type { FlagRows, Subcommand, SubcommandGroup, SubcommandRow } from '../../src/commands/subcommand.ts'
import { subcommands } from '../../src/commands/table.ts'
import { run } from './captured.ts'

type Found = { readonly path: string; readonly row: Subcommand | SubcommandGroup }

async function all(rows: readonly SubcommandRow[], before: string): Promise<readonly Found[]> {
  const found = await Promise.all(
    rows.map(async ({ name, load }) => {
      const row = await load()
      const path = `${before} ${name}`
      return [{ path, row }, ...('rows' in row ? await all(row.rows, path) : [])]
    }),
  )
  return found.flat()
}

const commands = await all(subcommands, 'twinmq')
const single = commands.flatMap(({ path, row }) => ('rows' in row ? [] : [{ path, row }]))

test('the short help fits a small terminal and names every command', async () => {
  const lines = (await shortHelp(subcommands)).trimEnd().split('\n')
  expect(lines.length).toBeLessThanOrEqual(30)
  for (const { name } of subcommands) expect(lines.join('\n')).toMatch(new RegExp(`[ ,]${name}\\b`))
})

test('no line of a help is wider than 80 columns, but flags with a long list of values', async () => {
  const texts = await Promise.all(commands.map(({ path, row }) => usageOf(path, row)))
  const wide = [await shortHelp(subcommands), await fullHelp(subcommands), ...texts]
    .flatMap((text) => text.split('\n'))
    .filter((line) => line.length > 80 && !/^ {2}(?:twinmq|--[\w-]+ \S+$)/.test(line))
  expect(wide).toEqual([])
})

test('rows are written alike: a summary is a phrase, an explanation a sentence', () => {
  for (const { row } of commands) {
    expect(row.summary).toMatch(/^[a-z].*[^.]$/)
    expect(row.about).toMatch(/^[A-Z]/)
  }
})

test.each(single)('the help of $path shows all that its row holds', async ({ path, row }) => {
  const text = (await usageOf(path, row)).replace(/\s+/g, ' ')
  for (const [name, { help }] of Object.entries({ ...row.flags, ...row.shared })) {
    expect(text).toContain(`--${name} `)
    expect(text).toContain(help)
  }
  for (const example of row.examples ?? []) expect(text).toContain(example.replace(/\s+/g, ' '))
  for (const [code, meaning] of Object.entries(row.exits)) expect(text).toContain(`${code} ${meaning}`)
})

test.each(single)('examples of $path use only flags that it has', ({ path, row }) => {
  const known: FlagRows = { ...row.flags, ...row.shared }
  for (const example of row.examples ?? []) {
    expect(example).toMatch(new RegExp(`\\b${path === 'twinmq start' ? 'twinmq' : path}\\b`))
    const [, words = ''] = example.split(/\btwinmq\b/)
    for (const [, name = ''] of words.split(' -- ')[0]!.matchAll(/ --([\w-]+)/g)) expect(known).toHaveProperty([name])
  }
})

const own: Readonly<Record<string, Subcommand>> = Object.fromEntries(
  single.map(({ path, row }) => [path.slice(7), row]),
)

test.each([
  ['send', ['orders', 'a', '--dellay', '5s'], 'did you mean --delay?'],
  ['send', ['orders', 'a', 'create'], "unexpected word 'create'; did you mean --create?"],
  ['create', ['orders', '--maxReceives', '3'], 'did you mean --max-receives?'],
  ['create', ['orders', '-dlq', 'x'], 'did you mean --dlq?'],
  ['snapshot save', ['a', '--TIMES', 'relative'], 'did you mean --times?'],
  ['peek', ['orders', '--frobnicate'], "unknown option '--frobnicate'; --help says more"],
] as const)('twinmq %s %j says: %s', async (name, words, said) => {
  expect(await run(own[name]!, words)).toMatchObject({ code: 2, stdout: '', stderr: expect.stringContaining(said) })
})
