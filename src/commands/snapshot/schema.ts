import { snapshotSchema } from '../../document/schema.ts'
import { readWords } from '../flags.ts'
import { exitCodes, type Subcommand } from '../subcommand.ts'

/** Prints the JSON Schema of the document. */
export const schema: Subcommand = {
  usage: `Usage: twinmq snapshot schema

Prints the JSON Schema of the document. Save it beside a fixture and name it there under "$schema", and an editor
completes and checks what you write.

  --help                 print this
`,
  async run(words) {
    readWords(words, {}, [])
    process.stdout.write(`${JSON.stringify(snapshotSchema(), null, 2)}\n`)
    return exitCodes.done
  },
}
