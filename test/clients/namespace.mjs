import { spawnSync } from 'node:child_process'

/** Brings the loopback interface up, then becomes the command that follows. */
const loopbackOnly = ['sh', '-c', 'ip link set lo up && exec "$@"', 'sh']

/**
 * A command prefix that runs a command in a network namespace with loopback alone, so that a client that strays fails
 * at once instead of reaching a cloud. Where the system allows none, the prefix is empty and the note says so.
 *
 * @returns {{ prefix: string[], note: string }}
 */
export function findNamespace() {
  const flags = process.getuid?.() === 0 ? ['-n'] : ['-r', '-n']
  const prefix = ['unshare', ...flags, ...loopbackOnly]
  const { status } = spawnSync(prefix[0], [...prefix.slice(1), 'true'], { stdio: 'ignore' })
  if (status === 0) return { prefix, note: 'Clients run in a network namespace of their own, with loopback alone.' }
  return {
    prefix: [],
    note: 'No network namespace could be made here (unshare, ip): clients run on the network of this machine.',
  }
}
