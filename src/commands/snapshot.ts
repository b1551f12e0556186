import { type SubcommandGroup, type SubcommandRow, tableText } from './subcommand.ts'

// biome-ignore format: a table reads by rows
const rows: readonly SubcommandRow[] = [
  { name: 'save', meaning: 'write the state to a file', load: async () => (await import('./snapshot/save.ts')).save },
  { name: 'load', meaning: 'put a document in the place of the state, or add it', load: async () => (await import('./snapshot/load.ts')).load },
  { name: 'diff', meaning: 'say what changed from one document to another', load: async () => (await import('./snapshot/diff.ts')).diff },
  { name: 'check', meaning: 'say what documents hold, or where they are wrong', load: async () => (await import('./snapshot/check.ts')).check },
  { name: 'schema', meaning: 'print the JSON Schema of the document', load: async () => (await import('./snapshot/schema.ts')).schema },
]

/** Saves, loads, compares and checks the state as a document. */
export const snapshot: SubcommandGroup = {
  usage: `Usage: twinmq snapshot COMMAND [options]

The state is one JSON document, the same in a data file, a snapshot and a fixture.

Commands; twinmq snapshot COMMAND --help says more:
${tableText(rows)}`,
  rows,
}
