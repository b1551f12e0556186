import { spawnSync } from 'node:child_process'
import { availableParallelism } from 'node:os'

/** Whether servers and load can each have a core of their own: needs two cores and taskset (Linux). */
export const canPin = availableParallelism() >= 2 && spawnSync('taskset', ['-c', '0', 'true']).status === 0

/** Core of the program under test, the bare server and the engine. */
export const serverCore = 0

/** Core of the load generator. */
export const loadCore = 1

/** Command line, as a list, that runs Node.js on one core; on any core where pinning is not to be had. */
export function nodeOn(core, args) {
  const command = [process.execPath, ...args]
  return canPin ? ['taskset', '-c', String(core), ...command] : command
}
