// Bundles the simulation and runs it: `node test/simulation/run.mjs --seed 1 --steps 100000 [--seeds 50] [--jobs 2] [--plant NAME]`.
import { spawn } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { parseArgs } from 'node:util'
import { build } from 'esbuild'

const { values } = parseArgs({
  options: {
    seed: { type: 'string', default: '1' },
    seeds: { type: 'string', default: '1' },
    steps: { type: 'string', default: '100000' },
    jobs: { type: 'string', default: '1' },
    plant: { type: 'string' },
  },
})
const folder = mkdtempSync(join(tmpdir(), 'twinmq-simulation-'))
process.on('exit', () => rmSync(folder, { recursive: true, force: true }))

const main = join(folder, 'main.mjs')
await build({
  entryPoints: [fileURLToPath(new URL('main.ts', import.meta.url))],
  bundle: true,
  format: 'esm',
  platform: 'node',
  target: 'node20.12',
  outfile: main,
  logLevel: 'warning',
})
const start = join(folder, 'start.mjs')
writeFileSync(
  start,
  `import { simulate } from ${JSON.stringify(pathToFileURL(main).href)}
process.exitCode = (await simulate(process.argv.slice(2), console.log)) ? 0 : 1\n`,
)

/** Seeds are dealt out in blocks: job 0 has the first of them. */
function job(index, jobs) {
  const seeds = Number(values.seeds)
  const first = Math.floor((seeds * index) / jobs)
  const count = Math.floor((seeds * (index + 1)) / jobs) - first
  if (count === 0) return Promise.resolve(0)
  const words = ['--seed', String(Number(values.seed) + first), '--seeds', String(count), '--steps', values.steps]
  if (values.plant !== undefined) words.push('--plant', values.plant)
  return new Promise((resolve) => {
    const child = spawn(process.execPath, [start, ...words], { stdio: 'inherit' })
    child.on('exit', (code) => resolve(code ?? 1))
  })
}

const began = performance.now()
const jobs = Math.max(1, Math.floor(Number(values.jobs)) || 1)
const codes = await Promise.all(Array.from({ length: jobs }, (_, index) => job(index, jobs)))
const failed = codes.filter((code) => code !== 0).length
console.log(
  `${failed === 0 ? 'no rule was broken' : 'a rule was broken'}; ${Math.round((performance.now() - began) / 1000)} s`,
)
process.exitCode = failed === 0 ? 0 : 1
