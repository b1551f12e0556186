import { spawnSync } from 'node:child_process'

/** What a set-up may need of the machine beside clients: a command that succeeds where it is there, and what it takes. */
const machine = {
  curl: { command: 'command -v curl', reason: 'there is no curl on the PATH' },
  bash: { command: 'command -v bash', reason: 'there is no bash on the PATH' },
  cable: {
    command: 'ip link add twinmq0 type veth peer name twinmq1 && ip link delete twinmq0',
    reason: 'no virtual cable can be made here (ip link add … type veth)',
  },
  mounts: {
    command: 'unshare -m sh -c "mount -t tmpfs tmpfs /tmp" && command -v nsenter',
    reason: 'no mount namespace can be made here (unshare -m, mount), or there is no nsenter',
  },
}

/**
 * Why a set-up cannot be replayed here, in a line; undefined: it can be.
 *
 * @param {{ needs: readonly string[] }} setUp `needs` sets of clients, and names of the table above
 * @param {{ namespace: boolean, missing: Record<string, string> }} plan
 * @returns {string | undefined}
 */
export function obstacleOf({ needs }, { namespace, missing }) {
  if (!namespace)
    return 'no network namespace can be made here (unshare -n, ip): it takes root, or namespaces for every user'
  return needs.map((need) => missing[need] ?? lacking(need)).find((reason) => reason)
}

function lacking(need) {
  if (!machine[need]) return undefined
  const { command, reason } = machine[need]
  return spawnSync('sh', ['-c', command], { stdio: 'ignore' }).status === 0 ? undefined : reason
}
