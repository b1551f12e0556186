// Runs the blocks of the README and of the pages in docs/, each page in a world of its own. Started by ../run-all.mjs inside a
// network namespace, where port 4566 is free: `node run.mjs <plan file> <counts file>`. By hand, from the root of a clone
// that is built: `node test/docs/run.mjs [--list] [--dist FOLDER] [PAGE …]`; `--list` says what would become of each block.
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { installClients } from '../clients/install.mjs'
import { blocksOf, pages, root } from './blocks.mjs'
import { wrongFirstCommands } from './first-commands.mjs'
import { imageMissing } from './image.mjs'
import { missingLine } from './output.mjs'
import { neededSets } from './snippets.mjs'
import { wayOf } from './ways.mjs'
import { closeAll, portTaken, World } from './world.mjs'

const { values, positionals } = parseArgs({
  options: { list: { type: 'boolean' }, dist: { type: 'string', default: join(root, 'dist') } },
  allowPositionals: true,
})
/** The page with a sample for each SDK. */
const samples = 'docs/clients.md'
const counts = { passed: 0, failed: 0, skipped: 0 }
const listed = { run: 0, docker: 0, parsed: 0, shown: 0, output: 0 }
const nameOf = ({ page, line, language, words }) => `${page}:${line} ${[language, ...words].join(' ')}`

/** Every block of a page with its way. The first two commands of the README are parsed. */
function planned(page) {
  const blocks = blocksOf(page).map((block) => {
    try {
      return { block, way: wayOf(block) }
    } catch (error) {
      return { block, fault: error.message }
    }
  })
  if (page !== 'README.md') return blocks
  const first = blocks.filter(({ block }) => block.language === 'sh').slice(0, 2)
  const wrong = wrongFirstCommands(first.map(({ block }) => block))
  for (const found of first) found.way = { kind: 'parsed', work: async () => '' }
  if (wrong) first[0].fault = wrong
  return blocks
}

function list(names) {
  for (const page of names)
    for (const { block, way, fault } of planned(page)) {
      if (way) listed[way.kind] += 1
      console.log(`${(fault ? 'WRONG' : way.kind).padEnd(7)} ${nameOf(block)}${fault ? `: ${fault}` : ''}`)
      if (fault) counts.failed += 1
    }
  const { run, docker, parsed, output, shown } = listed
  console.log(
    `${run} run, ${docker} run in the image, ${parsed} only parsed, ${output} compared with output, ${shown} only shown`,
  )
}

/** Why a block cannot be run here. */
function obstacleTo({ block, way }, { missing, noImage, noPort }) {
  if (way.kind === 'docker') return noImage()
  if (way.kind !== 'run') return undefined
  return noPort ?? (way.needs && missing[way.needs(block.text)])
}

function fail(block, reason) {
  counts.failed += 1
  console.log(`FAILED  ${nameOf(block)}\n${reason.trimEnd().replaceAll(/^/gm, '        ')}`)
}

/** `ofPackage`: the package, started by `npx`, answers in the place of the built program. */
async function runPage(page, given, steps = planned(page), ofPackage = false) {
  const world = new World(given)
  try {
    if (!given.noPort && steps.some(({ way }) => way?.kind === 'run')) await world.start({ ofPackage })
    let printed
    for (const step of steps) printed = await runStep(step, world, given, printed)
  } catch (error) {
    counts.failed += 1
    console.log(`FAILED  ${page}\n${error.message.replaceAll(/^/gm, '        ')}`)
  } finally {
    world.close()
  }
}

/** Starts the package in an empty folder, as someone without a container does, and runs the samples for SDKs against it. */
async function runPackage(given) {
  console.log(`${samples}, its programs against the package, started by npx in an empty folder:`)
  const programs = planned(samples).filter(({ block, way }) => way?.kind === 'run' && block.language !== 'sh')
  await runPage(samples, given, programs, true)
}

/** Gives what the block printed; undefined when it did not run. */
async function runStep(step, world, given, printed) {
  const { block, way, fault } = step
  if (fault) return void fail(block, fault)
  if (way.kind === 'shown') return undefined
  if (way.kind === 'output') return void compare(block, printed)
  const obstacle = obstacleTo(step, given)
  if (obstacle && given.mustNotMiss) return void fail(block, obstacle)
  if (obstacle) {
    counts.skipped += 1
    return void console.log(`skipped ${nameOf(block)}: ${obstacle}`)
  }
  const startedMs = performance.now()
  try {
    const output = await way.work(block, world)
    counts.passed += 1
    const how = way.kind === 'parsed' ? 'parsed  ' : 'ok      '
    console.log(`${how}${nameOf(block)} (${((performance.now() - startedMs) / 1000).toFixed(1)} s)`)
    return output
  } catch (error) {
    return void fail(block, `${block.text}--\n${error.message.slice(-4_000)}`)
  }
}

function compare(block, printed) {
  if (printed === undefined) return // the block before it failed, or was skipped: said there
  const missing = missingLine(block.text, printed)
  if (missing === undefined) {
    counts.passed += 1
    console.log(`ok      ${nameOf(block)}`)
  } else fail(block, `the block before it did not print: ${missing}\n--\n${printed}`)
}

async function givenHere() {
  const [planFile] = positionals
  const isPlan = planFile?.endsWith('.json')
  const plan = isPlan ? JSON.parse(readFileSync(planFile, 'utf8')) : { names: positionals, mustNotMiss: false }
  const missing = plan.missing ?? (await installClients(neededSets))
  let image
  const noImage = () => {
    image ??= { reason: imageMissing() }
    return image.reason
  }
  return { ...plan, dist: resolve(values.dist), missing, noImage, noPort: await portTaken() }
}

for (const signal of ['SIGINT', 'SIGTERM'])
  process.on(signal, () => {
    closeAll()
    process.exit(130)
  })

/** Of pages that were named, all must be there. */
function checked(names) {
  const absent = names.find((name) => !existsSync(join(root, name)))
  if (absent === undefined) return names.length > 0 ? names : pages()
  console.error(`There is no page ${absent}; there are ${pages().join(', ')}`)
  process.exit(2)
}

if (values.list) list(checked(positionals))
else {
  const given = await givenHere()
  for (const page of checked(given.names)) await runPage(page, given)
  if (given.names.length === 0 || given.names.includes(samples)) await runPackage(given)
  console.log(`Docs: ${counts.passed} passed, ${counts.failed} failed, ${counts.skipped} skipped`)
  if (positionals[1]?.endsWith('.json')) writeFileSync(positionals[1], JSON.stringify(counts))
}
process.exitCode = counts.failed === 0 ? 0 : 1
