import { version } from '../version.ts'
import { subcommand } from './command-line.ts'
import { say } from './output.ts'
import { exitCodes } from './subcommand.ts'

/** Prints the version. */
export const versionShown = subcommand({
  summary: 'print the version',
  words: [],
  flags: {},
  about: 'Prints the version, as twinmq --version does.',
  exits: { [exitCodes.done]: 'done' },
  async run() {
    say(version)
    return exitCodes.done
  },
})
