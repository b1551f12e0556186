import type { Running } from '../admin/running.ts'

/** What a start anew begins with. */
type Beginning = { readonly keepsFile: boolean; readonly hasFixtures: boolean }

/** Does to the state what a start anew would: a file is read again as it is, memory begins anew. Gives the reason if that could not be done. */
export async function restart(running: Running | undefined, beginning: Beginning): Promise<string | undefined> {
  if (!running || beginning.keepsFile) return undefined
  return beginning.hasFixtures ? (await running.resetToFixture())?.message : running.reset()
}
