import { once } from 'node:events'
import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { run, startChild } from './children.mjs'
import { cleanVariables } from './twinmq.mjs'

const enterContainer = fileURLToPath(new URL('enter-container.sh', import.meta.url))

/** Addresses of the two ends of the cable. */
const addresses = { emulator: '10.77.66.1', app: '10.77.66.2' }

/**
 * Makes a second network namespace, joined to this one by a virtual cable as containers of one network are. What runs
 * there reaches this one under the names given, and under no other: it has loopback, and a hosts file of its own.
 *
 * @param {string} folder
 * @param {readonly string[]} names
 * @returns {Promise<{ prefix: string[], address: string }>} a command that runs the one behind it in there, and the
 *   address of this side
 */
export async function joinedNamespace(folder, names) {
  const surroundings = { env: cleanVariables(folder), cwd: folder }
  const hold = ['unshare', '-n', 'sh', '-c', 'ip link set lo up && echo up && exec sleep 3600']
  const { child, ended } = startChild(hold, { ...surroundings, stdio: ['ignore', 'pipe', 'inherit'] })
  await Promise.race([once(child.stdout, 'data'), ended.then(() => Promise.reject(new Error('unshare -n ended')))])
  const there = ['nsenter', '-t', String(child.pid), '-n']
  const commands = [
    ['ip', 'link', 'add', 'emulator0', 'type', 'veth', 'peer', 'name', 'app0', 'netns', String(child.pid)],
    ['ip', 'address', 'add', `${addresses.emulator}/24`, 'dev', 'emulator0'],
    ['ip', 'link', 'set', 'emulator0', 'up'],
    [...there, 'ip', 'address', 'add', `${addresses.app}/24`, 'dev', 'app0'],
    [...there, 'ip', 'link', 'set', 'app0', 'up'],
  ]
  for (const command of commands) await run(command, surroundings)
  const hosts = join(folder, 'hosts')
  await writeFile(hosts, `127.0.0.1 localhost\n${names.map((name) => `${addresses.emulator} ${name}\n`).join('')}`)
  const bind = 'mount --bind "$1" /etc/hosts && shift && exec "$@"'
  return { prefix: [...there, 'unshare', '-m', 'sh', '-c', bind, 'sh', hosts], address: addresses.emulator }
}

/**
 * A command prefix that runs a command in a root of its own, in which files and folders of this machine stand at the paths
 * that a container has them at; `/etc` and `/var` are its own.
 *
 * @param {string} folder
 * @param {readonly { host: string, container: string, readOnly: boolean }[]} mounts
 */
export async function containerPrefix(folder, mounts) {
  const root = join(folder, 'root')
  await mkdir(root)
  const words = mounts.map(({ host, container, readOnly }) => `${host}:${container}:${readOnly ? 'ro' : 'rw'}`)
  return ['unshare', '-m', 'sh', enterContainer, root, ...words, '--']
}

/** A command prefix that runs a command inside the container of a process. */
export function insideOf(pid) {
  return ['nsenter', '-t', String(pid), '-m', '-r', '-w']
}
