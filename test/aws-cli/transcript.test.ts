import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { run } from '../../src/aws-cli/run.ts'
import { TestEmulator } from '../support/emulator.ts'
import { wordsOf } from './shell-words.ts'

const folder = new URL('.', import.meta.url)
const entries = readFileSync(new URL('transcript.txt', folder), 'utf8').trim().split('\n\n')

const usage = `
usage: aws [options] <command> <subcommand> [<subcommand> ...] [parameters]
To see help text, you can run:

  aws help
  aws <command> help
  aws <command> <subcommand> help

`

test('every command of the transcript prints and returns what the AWS CLI does', async () => {
  const emulator = await TestEmulator.start()
  const url = `http://127.0.0.1:${emulator.port}`
  const said: string[] = []
  for (const entry of entries) said.push(await entryOf(entry.split('\n', 1)[0]!.slice(2), url))
  expect(said).toEqual(entries)
}, 60_000)

async function entryOf(line: string, url: string): Promise<string> {
  const filled = line.replaceAll('$Q/', `${url}/000000000000/`).replaceAll('$F/', new URL('values/', folder).href)
  const { code, out, err } = await run(['--endpoint-url', url, ...wordsOf(filled)], { HOME: folder.pathname }, 80)
  const lines = [
    ...linesOf(masked(out, url)).map((text) => (text.trim() === '' ? '|' : `| ${text}`)),
    ...linesOf(masked(err.replace(usage, '{usage}\n'), url)).map((text) => `! ${text}`.trimEnd()),
  ]
  return [`$ ${line}`.trimEnd(), ...lines, `= ${code}`].join('\n')
}

function linesOf(text: string): string[] {
  return text.split('\n').slice(0, -1)
}

/** Without what differs from run to run. */
function masked(text: string, url: string): string {
  return text
    .replaceAll(url, '{url}')
    .replace(/AQEB[A-Za-z0-9+/=]{20,}/g, '{handle}')
    .replace(/[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f-]{22}/g, '{id}')
    .replace(/(?<="TaskHandle": ")[^"]+/g, '{task}')
    .replace(/\b1[678]\d{8}(\d{3})?\b/g, '{time}')
    .replace(/\b\d{20}\b/g, '{sequence}')
}
