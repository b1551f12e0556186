import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { options } from '../../src/config/options.ts'

const page = readFileSync('docs/configuration.md', 'utf8')
const cell = (text: string) => text.replaceAll('|', '\\|')

test('the page of options has a row for each, in their order, with flag, variable and meaning', () => {
  const rows = page.split('\n').filter((line) => /^\| `\w+` \| `--/.test(line))
  expect(rows).toEqual(
    options.map(
      ({ key, flag, value, variable, meaning }) =>
        `| \`${key}\` | \`${cell(value === undefined ? flag : `${flag} ${value}`)}\` | \`${variable}\` | ${cell(meaning)} |`,
    ),
  )
})
