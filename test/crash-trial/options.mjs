import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'

const usage = `Usage: npm run crash-trial -- [--kills N] [--seed S] [--durability process|disk] [--faults]

  --kills N         how often the process is killed (100); with --faults, rounds, each of which ends with a kill
  --seed S          makes the choices of another run again; the moments of kills still differ
  --durability D    process or disk; both by turns, when it is not given
  --faults          runs twinmq from its source on a disk that fails
  --counts FILE     writes how many checks passed and failed there, as JSON
  --program FILE    the built command to run, instead of dist/cli.js`

const flags = {
  kills: { type: 'string', default: '100' },
  seed: { type: 'string' },
  durability: { type: 'string' },
  faults: { type: 'boolean', default: false },
  counts: { type: 'string' },
  program: { type: 'string' },
  help: { type: 'boolean', default: false },
}

/** What the command line asks for. Throws what is wrong with it. */
export function readOptions(words) {
  const { values } = parseArgs({ args: words, options: flags })
  if (values.help) return { help: usage }
  const kills = wholeNumber('--kills', values.kills)
  const seed = values.seed === undefined ? Date.now() % 1_000_000 : wholeNumber('--seed', values.seed)
  const { durability, faults, counts } = values
  if (durability !== undefined && durability !== 'process' && durability !== 'disk')
    throw new Error(`--durability is process or disk\n${usage}`)
  const program = values.program ?? fileURLToPath(new URL('../../dist/cli.js', import.meta.url))
  return { kills, seed, durability, faults, counts, program }
}

function wholeNumber(flag, text) {
  if (!/^\d{1,9}$/.test(text)) throw new Error(`${flag} takes a whole number\n${usage}`)
  return Number(text)
}
