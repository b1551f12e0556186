// Containers without an engine: the unpacked image as the root of a process with namespaces of its own, a layer of its own
// over the image, the capabilities that Docker leaves, and loopback as its only network. Linux and root are needed.
import { spawn, spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

const cache = fileURLToPath(new URL('.cache/', import.meta.url))
const imageRoot = join(cache, 'root')

/** Why no container can be run here; undefined: one can. */
export function whyNot() {
  if (process.platform !== 'linux' || process.getuid() !== 0) return 'it needs root on Linux'
  const missing = ['buildah', 'mmdebstrap', 'unshare', 'nsenter', 'ip'].filter(
    (name) => spawnSync('sh', ['-c', `command -v ${name}`]).status !== 0,
  )
  return missing.length === 0
    ? undefined
    : `it needs ${missing.join(', ')} (apt-get install buildah mmdebstrap util-linux iproute2)`
}

/** Settings of the image: `Env`, `Entrypoint`, `Healthcheck` and others, as a Docker engine names them. */
export function imageSettings() {
  return JSON.parse(readFileSync(join(cache, 'image.json'), 'utf8')).Docker.config
}

/** What a Docker engine leaves to root in a container. Source: Docker documentation, Runtime privilege and Linux capabilities. */
const capabilities =
  '+chown,+dac_override,+fsetid,+fowner,+mknod,+net_raw,+setgid,+setuid,+setfcap,+setpcap,+net_bind_service,+sys_chroot,+kill,+audit_write'

/** Runs in the new namespaces, and becomes the first process of the container. */
const inside = `
set -e
hostname "$HOST"
ip link set lo up
mount --make-rprivate /
mount -t tmpfs tmpfs "$SCRATCH"
mkdir "$SCRATCH/upper" "$SCRATCH/work" "$SCRATCH/root"
mount -t overlay overlay -o "lowerdir=$IMAGE,upperdir=$SCRATCH/upper,workdir=$SCRATCH/work" "$SCRATCH/root"
root="$SCRATCH/root"
mkdir -p "$root/proc" "$root/dev" "$root/sys"
printf '127.0.0.1 localhost %s\\n::1 localhost\\n' "$HOST" >"$root/etc/hosts"
: >"$root/etc/resolv.conf"
mount -t proc proc "$root/proc"
mount -t tmpfs -o mode=755 tmpfs "$root/dev"
for device in null zero full random urandom tty; do
  touch "$root/dev/$device"
  mount --bind "/dev/$device" "$root/dev/$device"
done
ln -s /proc/self/fd "$root/dev/fd"
for volume in $VOLUMES; do
  IFS=: read -r from to mode <<END
$volume
END
  mkdir -p "$root$to"
  mount --bind "$from" "$root$to"
  [ "$mode" != ro ] || mount -o remount,bind,ro "$root$to"
done
[ -z "$READ_ONLY" ] || mount -o remount,ro "$root"
exec setpriv --bounding-set="$BOUNDING" --inh-caps=-all \
  chroot \${CONTAINER_USER:+--userspec="$CONTAINER_USER"} "$root" env -i -C "$FOLDER" "$@"
`

/** One container, from its start to its end. */
export class Container {
  #child
  #scratch
  #environment
  #folder
  /** Ends when the container has: its exit code, or that of the signal that ended it. */
  ended
  /** What it has said so far on either output. */
  stdout = ''
  stderr = ''

  /**
   * @param {{ args?: string[], entrypoint?: string[], env?: Record<string, string>, volumes?: string[], user?: string,
   *   readOnly?: boolean, hostname?: string, capDrop?: boolean }} given `volumes` as `from:to` or `from:to:ro`,
   *   `user` as `id:group`
   */
  constructor(given = {}) {
    const settings = imageSettings()
    const { args = settings.Cmd, entrypoint = settings.Entrypoint, env = {}, volumes = [], user } = given
    this.#scratch = mkdtempSync(join(tmpdir(), 'twinmq-container-'))
    this.#folder = settings.WorkingDir
    const own = Object.entries(env).map(([name, value]) => `${name}=${value}`)
    this.#environment = [...settings.Env, `HOSTNAME=${given.hostname ?? 'container'}`, ...own]
    const namespaces = '--mount --pid --net --uts --ipc --fork --kill-child'.split(' ')
    const words = [...namespaces, 'bash', '-c', inside, 'bash']
    this.#child = spawn('unshare', [...words, ...this.#environment, ...entrypoint, ...args], {
      env: {
        PATH: process.env.PATH,
        HOST: given.hostname ?? 'container',
        SCRATCH: this.#scratch,
        IMAGE: imageRoot,
        VOLUMES: volumes.join(' '),
        READ_ONLY: given.readOnly ? '1' : '',
        // The chroot itself needs one capability, so that one is left.
        BOUNDING: given.capDrop ? '-all,+sys_chroot' : `-all,${capabilities}`,
        CONTAINER_USER: user ?? '',
        FOLDER: this.#folder,
      },
      stdio: ['ignore', 'pipe', 'pipe'],
    })
    this.#child.stdout.on('data', (bytes) => {
      this.stdout += bytes
    })
    this.#child.stderr.on('data', (bytes) => {
      this.stderr += bytes
    })
    this.ended = new Promise((resolve) => {
      this.#child.once('close', (code, signal) => {
        rmSync(this.#scratch, { recursive: true, force: true })
        resolve(code ?? signal)
      })
    })
  }

  /** Process id, outside, of the first process inside; undefined before the image is its root, and after it has ended. */
  get #first() {
    const { pid } = this.#child
    const children = `/proc/${pid}/task/${pid}/children`
    const first = existsSync(children) ? readFileSync(children, 'utf8').trim() : ''
    const begun = first !== '' && existsSync(`/proc/${first}/root/opt/twinmq`)
    return begun ? Number(first) : undefined
  }

  /** Waits until the standard output has a line that is that text alone; false when the container ended before. */
  async line(text, withinMs = 20_000) {
    return this.until(() => this.stdout.split('\n').slice(0, -1).includes(text), withinMs)
  }

  /** Waits until something holds; false when the container ended before, or it took too long. */
  async until(holds, withinMs = 20_000) {
    const endMs = Date.now() + withinMs
    let ended = false
    this.ended.then(() => {
      ended = true
    })
    while (!(await holds())) {
      if (ended || Date.now() > endMs) return false
      await new Promise((resolve) => setTimeout(resolve, 10))
    }
    return true
  }

  /** Runs a command inside, as `docker exec` does. */
  exec(words, { env = {}, user = 0, input = '' } = {}) {
    const first = this.#first
    if (first === undefined) throw new Error(`the container has not begun, or has ended\n${this.stderr}`)
    const own = Object.entries(env).map(([name, value]) => `${name}=${value}`)
    const enter = ['--target', `${first}`, '--mount', '--pid', '--net', '--uts', '--ipc', '--root', '--wd=/']
    const as = ['--setuid', `${user}`, '--setgid', `${user}`]
    const command = ['env', '-i', '-C', this.#folder, ...this.#environment, ...own, ...words]
    const { status, stdout, stderr } = spawnSync('nsenter', [...enter, ...as, ...command], {
      encoding: 'utf8',
      input,
      timeout: 30_000,
    })
    return { status, stdout, stderr }
  }

  /** Runs a line of bash inside. */
  sh(line, given) {
    return this.exec(['bash', '-c', line], given)
  }

  /** Whether its first process is there, with the image as its root. */
  get begun() {
    return this.#first !== undefined
  }

  /** Sends its first process a signal from outside. */
  signal(name) {
    const first = this.#first
    if (first !== undefined) process.kill(first, name)
  }

  /** Ends it, however far it is. Whoever makes the namespaces takes their first process along only while that is root. */
  async kill() {
    if (this.begun) this.signal('SIGKILL')
    else this.#child.kill('SIGKILL')
    await this.ended
  }

  /** As `docker stop`: asks, and insists after ten seconds. The answer is how long it took, milliseconds. */
  async stop() {
    const beganMs = performance.now()
    this.signal('SIGTERM')
    const insist = setTimeout(() => this.signal('SIGKILL'), 10_000)
    await this.ended
    clearTimeout(insist)
    return performance.now() - beganMs
  }

  /** The number in kB that stands in the status of twinmq's own process, such as VmRSS. */
  memory(name) {
    const found = this.sh(
      `for p in /proc/[0-9]*; do grep -qa "[d]ist/cli.js" $p/cmdline && grep ${name} $p/status; done`,
    )
    return Number(/\d+/.exec(found.stdout)?.[0])
  }
}

const folders = []

/** A new folder on this machine, for a volume; it is there until this process ends. */
export function volumeFolder(files = {}) {
  const folder = mkdtempSync(join(tmpdir(), 'twinmq-volume-'))
  folders.push(folder)
  for (const [name, { text, mode = 0o644 }] of Object.entries(files)) {
    mkdirSync(join(folder, name, '..'), { recursive: true })
    writeFileSync(join(folder, name), text, { mode })
  }
  return folder
}

process.once('exit', () => {
  for (const folder of folders) rmSync(folder, { recursive: true, force: true })
})
