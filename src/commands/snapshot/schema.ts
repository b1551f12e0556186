import { snapshotSchema } from '../../document/schema.ts'
import { subcommand } from '../command-line.ts'
import { exitCodes } from '../subcommand.ts'

/** Prints the JSON Schema of the document. */
export const schema = subcommand({
  summary: 'print the JSON Schema of the document',
  words: [],
  flags: {},
  about:
    'Prints the JSON Schema of the document. Save it next to a fixture and name it there under "$schema", so that editors complete and check the fixture.',
  exits: { [exitCodes.done]: 'done', [exitCodes.badOption]: 'wrong usage' },
  async run() {
    process.stdout.write(`${JSON.stringify(snapshotSchema(), null, 2)}\n`)
    return exitCodes.done
  },
})
