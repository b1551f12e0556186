import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { root } from './blocks.mjs'

/** The first two `sh` blocks of the README: how it is run, and how all tests are. They would run this again, so they are only compared. */
const firstCommands = ['npm ci && npm start', 'npm ci && npm run test:all']

/**
 * Says what is wrong with the first two commands of the README, or nothing: they are what continuous integration runs, and
 * the package has their scripts.
 *
 * @param {{ text: string }[]} blocks the first two
 * @returns {string | undefined}
 */
export function wrongFirstCommands(blocks) {
  const found = blocks.map(({ text }) => text.trim())
  if (found.join('\n') !== firstCommands.join('\n'))
    return `the first two sh blocks should be '${firstCommands.join("' and '")}'`
  const lines = readFileSync(join(root, '.ci', 'run'), 'utf8').split('\n')
  const tests = firstCommands[1].split(' && ')
  const at = lines.indexOf(tests[0])
  if (at === -1 || lines[at + 1] !== tests[1]) return `.ci/run does not run '${firstCommands[1]}'`
  const { scripts } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'))
  return scripts.start && scripts['test:all'] ? undefined : 'package.json lacks one of the scripts'
}
