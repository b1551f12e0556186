// Checks of the image in containers of our own: `node test/docker/run.mjs [COUNTS-FILE]`. Builds the image first if its source changed.
import { spawnSync } from 'node:child_process'
import { writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { checks } from './checks.mjs'
import { whyNot } from './container.mjs'

const [countsFile] = process.argv.slice(2)

function finish(counts) {
  if (countsFile) writeFileSync(countsFile, JSON.stringify(counts))
  process.exit(counts.failed === 0 ? 0 : 1)
}

const reason = whyNot()
if (reason !== undefined) {
  console.log(`The image is not checked: ${reason}.`)
  const missed = checks.length
  finish(process.env.CI ? { passed: 0, failed: missed, skipped: 0 } : { passed: 0, failed: 0, skipped: missed })
}

const built = spawnSync('bash', [fileURLToPath(new URL('build-image.sh', import.meta.url)), '--sizes'], {
  stdio: 'inherit',
})
if (built.status !== 0) {
  console.log('The image could not be built.')
  finish({ passed: 0, failed: checks.length, skipped: 0 })
}

const counts = { passed: 0, failed: 0, skipped: 0 }
for (const { rule, check } of checks) {
  try {
    const note = await check()
    counts.passed += 1
    console.log(`ok    ${rule}${note === undefined ? '' : ` (${note})`}`)
  } catch (error) {
    counts.failed += 1
    console.log(`FAIL  ${rule}\n${String(error.stack ?? error).replaceAll(/^/gm, '        ')}`)
  }
}
finish(counts)
