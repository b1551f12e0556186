import type { SubcommandGroup, SubcommandRow } from './subcommand.ts'

// biome-ignore format: a table reads by rows
const rows: readonly SubcommandRow[] = [
  { name: 'save', load: async () => (await import('./snapshot/save.ts')).save },
  { name: 'load', load: async () => (await import('./snapshot/load.ts')).load },
  { name: 'diff', load: async () => (await import('./snapshot/diff.ts')).diff },
  { name: 'check', load: async () => (await import('./snapshot/check.ts')).check },
  { name: 'schema', load: async () => (await import('./snapshot/schema.ts')).schema },
]

/** Saves, loads, compares and checks the state as a document. */
export const snapshot: SubcommandGroup = {
  summary: 'save, load, compare or check the state as a document',
  about: 'The state is one JSON document. Data files, snapshots and fixtures all have this format.',
  rows,
}
