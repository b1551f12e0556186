// The shortest list of what a stand-in for LocalStack's SQS has to do, last part: what is seen of the process, and the image.
import { readFileSync } from 'node:fs'
import { chmod, mkdir, writeFile } from 'node:fs/promises'
import { delimiter, join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type BundledCommand, bundleCommand } from '../support/bundled-command.ts'
import { Command, newFolder } from '../support/command.ts'
import { ask, json, sqsCall } from '../support/http.ts'

let bundled: BundledCommand
beforeAll(async () => {
  bundled = await bundleCommand()
}, 60_000)
afterAll(() => bundled.remove())

const { PATH = '' } = process.env

/** A folder as it is mounted at `/etc/localstack/init`, and one with `awslocal` for the path. */
async function initFolder(scripts: Readonly<Record<string, string>>): Promise<{ folder: string; path: string }> {
  const folder = newFolder()
  for (const [name, text] of Object.entries(scripts)) await script(join(folder, name), text)
  await script(join(folder, 'bin', 'awslocal'), `#!/bin/sh\nexec '${process.execPath}' '${bundled.aws}' "$@"\n`)
  return { folder, path: `${join(folder, 'bin')}${delimiter}${PATH}` }
}

async function script(file: string, text: string): Promise<void> {
  await mkdir(join(file, '..'), { recursive: true })
  await writeFile(file, text)
  await chmod(file, 0o755)
}

function start(variables: Readonly<Record<string, string>>): Promise<Command> {
  const given = { TWINMQ_HOST: '127.0.0.1', TWINMQ_MEMORY: '1', PATH, ...variables }
  return Command.start([], { variables: given, program: bundled.cli })
}

describe('Ready. with exact text', () => {
  test('it stands alone on the last line of the standard output, and is said once', async () => {
    const twinmq = await start({})
    expect(twinmq.stdout).toMatch(/\nReady\.\n$/)
    twinmq.signal('SIGTERM')
    expect(await twinmq.exited).toEqual({ code: 0, signal: null })
    expect((twinmq.stdout + twinmq.stderr).match(/Ready\./g)).toHaveLength(1)
  })

  test('the line before says which of the variables of LocalStack count', async () => {
    const twinmq = await start({ LOCALSTACK_HOST: 'localstack', SQS_DELAY_PURGE_RETRY: '1', LAMBDA_EXECUTOR: 'x' })
    const line = twinmq.stdout.split('\n').find((text) => text.includes('SQS_DELAY_PURGE_RETRY'))
    expect(line).toContain('LOCALSTACK_HOST')
    expect(line).not.toContain('LAMBDA_EXECUTOR')
  })
})

describe('ready.d hooks with awslocal', () => {
  test('Ready. comes after the scripts, which call awslocal without a word of where and who', async () => {
    const create = '#!/bin/bash\nset -e\nawslocal sqs create-queue --queue-name'
    const { folder, path } = await initFolder({
      'ready.d/10-orders.sh': `${create} orders\n`,
      'ready.d/more/20-later.sh': `${create} later --attributes VisibilityTimeout=45\n`,
      'ready.d/05-fails.sh': '#!/bin/sh\necho oops >&2\nexit 3\n',
      'ready.d/notes.txt': 'no script',
    })
    const twinmq = await start({ TWINMQ_INIT_FOLDER: folder, PATH: path })
    const listed = json(await ask(twinmq.port, sqsCall('ListQueues', {})))
    expect(listed).toMatchObject({ QueueUrls: [expect.stringMatching(/\/later$/), expect.stringMatching(/\/orders$/)] })
    const init = await ask(twinmq.port, { path: '/_localstack/init/ready' })
    expect(init.body).toContain('"completed": true')
    expect(json(init)).toEqual({
      completed: true,
      scripts: [
        { stage: 'READY', name: '05-fails.sh', state: 'ERROR' },
        { stage: 'READY', name: '10-orders.sh', state: 'SUCCESSFUL' },
        { stage: 'READY', name: '20-later.sh', state: 'SUCCESSFUL' },
      ],
    })
    expect(twinmq.stderr).toMatch(/05-fails\.sh.*oops/)
  }, 30_000)
})

describe('an image with bash, curl and /usr/local/bin/docker-entrypoint.sh', () => {
  // Built and run elsewhere: here only what its recipe promises.
  const recipe = readFileSync('Dockerfile', 'utf8').replace(/\\\n/g, ' ')
  const lastStage = recipe.slice(recipe.lastIndexOf('\nFROM '))

  test('curl is installed, or in the base', () => {
    expect(lastStage).toMatch(/install\b[^\n]*\bcurl\b/)
  })

  test('the entry point stands where tools look for it, and runs under bash', async () => {
    expect(lastStage).toMatch(/^COPY [^\n]*docker-entrypoint\.sh[^\n]* \/usr\/local\/bin\/(?:docker-entrypoint\.sh)?$/m)
    expect(lastStage).toMatch(/^ENTRYPOINT \[[^\n]*docker-entrypoint\.sh/m)
    expect(readFileSync('docker/docker-entrypoint.sh', 'utf8')).toMatch(/^#!\/(?:bin|usr\/bin\/env )\/?(?:ba)?sh/)
  })

  test('aws and awslocal are on the path', () => {
    for (const name of ['aws', 'awslocal'])
      expect(lastStage).toMatch(new RegExp(`^COPY [^\\n]*\\b(?:docker/)?${name}\\b[^\\n]* /usr/local/bin/`, 'm'))
  })

  test('the port is named, and health is checked', () => {
    expect(lastStage).toMatch(/^EXPOSE 4566$/m)
    expect(lastStage).toMatch(/^HEALTHCHECK /m)
  })
})
