import { readFileSync, writeFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { usageLine } from '../../src/commands/help.ts'
import type { SubcommandRow } from '../../src/commands/subcommand.ts'
import { subcommands } from '../../src/commands/table.ts'
import { defaultText, options } from '../../src/config/options.ts'

const file = 'docs/configuration.md'
const cell = (text: string): string => text.replaceAll('|', '\\|')

function table(...rows: readonly (readonly string[])[]): string {
  return rows.map((cells) => `| ${cells.join(' | ')} |\n`).join('')
}

function optionsTable(): string {
  const rows = options.map((option) => {
    const { key, flag, value, variable, help } = option
    const usual = defaultText(option)
    const written = value === undefined ? flag : `${flag} ${value}`
    return [
      `\`${key}\``,
      `\`${cell(written)}\``,
      `\`${variable}\``,
      usual === undefined ? '–' : `\`${usual}\``,
      cell(help),
    ]
  })
  return table(['Key', 'Flag', 'Variable', 'Default', 'Meaning'], Array(5).fill('---'), ...rows)
}

async function commandRows(rows: readonly SubcommandRow[], path: string): Promise<readonly (readonly string[])[]> {
  const found = await Promise.all(
    rows.map(async ({ name, load }) => {
      const row = await load()
      if ('rows' in row) return commandRows(row.rows, `${path} ${name}`)
      const [about = ''] = row.about.split('\n\n')
      return [
        [`\`${cell(usageLine(`${path} ${name}`, { ...row, shared: {} }).replace(/ \[options\]$/, ''))}\``, cell(about)],
      ]
    }),
  )
  return found.flat()
}

const tables = {
  options: optionsTable(),
  commands: table(['Command', 'What it does'], ['---', '---'], ...(await commandRows(subcommands, 'twinmq'))),
}

test.each(Object.entries(tables))('the table of %s is made from the rows; npm run tables writes it', (name, made) => {
  const page = readFileSync(file, 'utf8')
  const form = new RegExp(`(?<=<!-- ${name} -->\\n)[^]*?(?=<!-- end of ${name} -->)`)
  expect(page).toMatch(form)
  if (process.env.WRITE_TABLES)
    writeFileSync(
      file,
      page.replace(form, () => made),
    )
  else expect(form.exec(page)?.[0]).toBe(made)
})
