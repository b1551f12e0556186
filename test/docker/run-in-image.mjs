// Runs a command in a container of the image whose twinmq is ready: `node run-in-image.mjs [--volume FROM:TO] -- COMMAND …`,
// after `build-image.sh`. The exit code is that of the command; 125 when no container can be run here.
import { existsSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { Container, whyNot } from './container.mjs'

const { values, positionals } = parseArgs({
  options: { volume: { type: 'string', multiple: true }, env: { type: 'string', multiple: true } },
  allowPositionals: true,
})
const built = existsSync(fileURLToPath(new URL('.cache/root', import.meta.url)))
const reason = whyNot() ?? (built ? undefined : 'the image is not built: bash test/docker/build-image.sh')
if (reason !== undefined) {
  console.error(`No container can be run: ${reason}.`)
  process.exit(125)
}

const env = Object.fromEntries((values.env ?? []).map((text) => text.split(/=(.*)/s).slice(0, 2)))
const container = new Container({ volumes: values.volume ?? [], env })
if (!(await container.line('Ready.'))) {
  process.stderr.write(container.stderr)
  process.exit(125)
}
const { status, stdout, stderr } = container.exec(positionals)
process.stdout.write(stdout)
process.stderr.write(stderr)
await container.stop()
process.exitCode = status ?? 1
