import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { pathToFileURL } from 'node:url'

const folder = 'src/core/rules'
const form = /^\/\*\*\n \* Rule: (.*)\n \* Source: (.*)\.\n \*\/\n/

/** Every rule, read from the comment at the top of its file. */
export function rules() {
  return readdirSync(folder)
    .sort()
    .map((file) => {
      const [, sentence = '', source = ''] = form.exec(readFileSync(join(folder, file), 'utf8')) ?? []
      const name = basename(file, '.ts')
      return {
        name,
        sentence,
        source,
        code: `${folder}/${file}`,
        test: `test/core/${name}.test.ts`,
        fixtures: `fixtures/rules/${name}/`,
      }
    })
}

/** The text of `docs/rules.md`. */
export function rulesPage() {
  const rows = rules().map(({ name, sentence, source, code, test, fixtures }) => {
    const files = [`[code](../${code})`, `[test](../${test})`, `[wire](../${fixtures})`]
    return `| ${name} | ${sentence} | ${source} | ${files.join(', ')} |`
  })
  return [
    '# Rules',
    '',
    'Each rule of the engine has one name and three places: its code, a test of its boundaries, and fixtures of requests and answers.',
    '`npm run rules` writes this page from the comments at the top of the code; the tests check that it is current and that no place is missing.',
    '',
    '| Rule | In one sentence | Source | Files |',
    '| --- | --- | --- | --- |',
    ...rows,
    '',
  ].join('\n')
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) writeFileSync('docs/rules.md', rulesPage())
