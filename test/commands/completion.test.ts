import { execFileSync, spawnSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, test } from 'vitest'
import { bashScript } from '../../src/commands/completion/bash.ts'
import { fishScript } from '../../src/commands/completion/fish.ts'
import { placesOf } from '../../src/commands/completion/places.ts'
import { zshScript } from '../../src/commands/completion/zsh.ts'
import { completionOf } from '../../src/commands/completion.ts'
import { subcommands } from '../../src/commands/table.ts'
import { run } from './captured.ts'

const folder = mkdtempSync(join(tmpdir(), 'completion-'))
afterAll(() => rmSync(folder, { recursive: true }))
writeFileSync(join(folder, 'a file.json'), '')
mkdirSync(join(folder, 'init'))

const places = await placesOf(subcommands)
const files = { bash: join(folder, 'twinmq.bash'), zsh: join(folder, '_twinmq'), fish: join(folder, 'twinmq.fish') }
writeFileSync(files.bash, bashScript(places))
writeFileSync(files.zsh, zshScript(places))
writeFileSync(files.fish, fishScript(places))

test.each(['bash', 'zsh', 'fish'] as const)('completion %s prints its script', async (shell) => {
  const stdout = readFileSync(files[shell], 'utf8')
  expect(await run(completionOf(subcommands), [shell])).toEqual({ code: 0, stdout, stderr: '' })
})

const settings = { cwd: folder, encoding: 'utf8', timeout: 30_000 } as const
const has = (shell: string): boolean => spawnSync(shell, ['-c', 'true']).status === 0

/** Runs the function as bash does when someone presses the tab key behind these words. */
function inBash(...words: string[]): readonly string[] {
  const script = `source '${files.bash}'
COMP_WORDS=("$@"); COMP_CWORD=$(($# - 1)); _twinmq; printf '%s\\n' "\${COMPREPLY[@]}"`
  return lines(execFileSync('bash', ['-c', script, 'bash', 'twinmq', ...words], settings))
}

/** Asks fish itself. */
function inFish(line: string): readonly string[] {
  const home = { HOME: folder, PATH: process.env.PATH }
  const script = `source '${files.fish}'; complete -C '${line}'`
  return lines(execFileSync('fish', ['-c', script], { ...settings, env: home })).map((text) => text.split('\t')[0]!)
}

writeFileSync(
  join(folder, '.zshrc'),
  `PS1='at-prompt> '; autoload -Uz compinit; compinit -D -u; source '${files.zsh}'; cd '${folder}'\n`,
)

/** Presses the tab key in an interactive zsh. Returns what its terminal shows by the time it shows `wanted`, or in the end. */
function inZsh(line: string, wanted: string): string {
  const script = `zmodload zsh/zpty
zpty z zsh -i
zpty -r z out '*at-prompt> '
zpty -w -n z ${JSON.stringify(line)}$'\t'
repeat 200; do
  zpty -r -t z out && text+=$out
  [[ $text == *"$1"* ]] && break
  sleep 0.05
done
print -r -- "$text"
zpty -d z`
  const env = { PATH: process.env.PATH, TERM: 'dumb', ZDOTDIR: folder, HOME: folder }
  return execFileSync('zsh', ['-f', '-c', script, 'zsh', wanted], { ...settings, env })
}

function lines(text: string): readonly string[] {
  return text.split('\n').filter((line) => line !== '')
}

/** A line, and completions that it must and must not have. */
const cases = [
  [['sn'], ['snapshot'], ['send']],
  [[''], ['start', 'snapshot', 'completion'], ['save']],
  [['snapshot', ''], ['save', 'load', 'diff'], ['send']],
  [['snapshot', 'save', '--t'], ['--times'], ['--to']],
  [['snapshot', 'save', '--times', ''], ['relative', 'absolute'], ['a file.json']],
  [['--log-level', 'd'], ['debug'], ['silent']],
  [['--mem'], ['--memory'], []],
  [['create', 'orders', '--d'], ['--dlq', '--data'], ['--delay']],
  [['clock', 'f'], ['freeze'], ['system']],
  [['help', 'pe'], ['peek'], ['purge']],
  [['completion', ''], ['bash', 'zsh', 'fish'], []],
  [['--data', 'a'], ['a file.json'], ['--account']],
  [['import', 'a'], ['a file.json'], []],
  [['--init-folder', 'i'], ['init'], []],
] as const

describe('bash', () => {
  test.each(cases)('%j', (words, wanted, unwanted) => {
    const found = inBash(...words)
    for (const word of wanted) expect(found).toContain(word)
    for (const word of unwanted) expect(found).not.toContain(word)
  })

  test('a value after = is completed, which bash passes as words of their own', () => {
    expect(inBash('--log-level', '=', 'de')).toEqual(['debug'])
    expect(inBash('--durability', '=')).toEqual(['process', 'disk'])
  })

  test('nothing is proposed for a value that cannot be known', () => expect(inBash('--port', '')).toEqual([]))
})

describe.skipIf(!has('fish'))('fish', () => {
  test.each(cases)('%j', (words, wanted, unwanted) => {
    const found = inFish(`twinmq ${words.join(' ')}`).map((word) => word.replace(/\/$/, ''))
    for (const word of wanted) expect(found).toContain(word)
    for (const word of unwanted) expect(found).not.toContain(word)
  })

  test('a value after = is completed', () => {
    expect(inFish('twinmq --log-level=de')).toEqual(['--log-level=debug'])
  })
})

describe.skipIf(!has('zsh'))('zsh', () => {
  test('the script has no mistake of syntax', () => {
    expect(spawnSync('zsh', ['-f', '-n', files.zsh], settings)).toMatchObject({ status: 0, stderr: '' })
  })

  test.each([
    ['twinmq snap', 'snapshot'],
    ['twinmq snapshot sa', 'save'],
    ['twinmq snapshot save --tim', '--times'],
    ['twinmq snapshot save --times=rel', 'relative'],
    ['twinmq --log-level=de', 'debug'],
    ['twinmq clock fre', 'freeze'],
    ['twinmq help mns', 'mns-hosts'],
    ['twinmq import a', 'a\\ file.json'],
  ])('%s', (line, completed) => expect(inZsh(line, completed)).toContain(completed))
})
