/**
 * A disk that fails as it is told to. A rule names calls and says what befalls them: `fail` with a `code` of the system
 * (`halfway`: half of the bytes are written), `short` (part of the bytes is written, and that is no error), `die` and
 * `dieAfter` (the process is killed before or after the call, `halfway` in the middle of a write). `path`: the end of the names
 * it is for, as a regular expression; `skip`: that many calls go well first; `times`: only so many are hit.
 */
export class FailingDisk {
  #disk
  #die
  #rules = []
  #paths = new Map()

  /**
   * @param {import('../../src/store/file-system.ts').FileSystem} disk the one that works
   * @param {() => never} die
   */
  constructor(disk, die) {
    this.#disk = disk
    this.#die = die
  }

  /** Takes the place of all rules before. */
  obey(rules) {
    this.#rules = rules.map((rule) => ({ ...rule, ends: rule.path && new RegExp(`(?:${rule.path})$`) }))
  }

  get fileSystem() {
    const disk = this.#disk
    const step =
      (call, place) =>
      async (first, ...others) => {
        const rule = this.#ruleFor(call, place(first, ...others))
        if (rule?.effect === 'fail') throw failure(rule.code)
        if (rule?.effect === 'die') this.#die()
        const result = await disk[call](first, ...others)
        if (rule?.effect === 'dieAfter') this.#die()
        return result
      }
    const ofFile = (fd) => this.#paths.get(fd) ?? ''
    return {
      ...disk,
      open: async (path, flags) => {
        const fd = await (flags === 'r' ? disk.open(path, flags) : step('open', () => path)(path, flags))
        this.#paths.set(fd, path)
        return fd
      },
      close: async (fd) => {
        this.#paths.delete(fd)
        await disk.close(fd)
      },
      write: async (fd, bytes) => {
        const rule = this.#ruleFor('write', ofFile(fd))
        if (!rule) return await disk.write(fd, bytes)
        return this.#badWrite(rule, fd, bytes)
      },
      writeSync: (fd, bytes) => {
        const rule = this.#ruleFor('writeSync', ofFile(fd))
        return rule ? this.#badWrite(rule, fd, bytes) : disk.writeSync(fd, bytes)
      },
      fsync: step('fsync', ofFile),
      fdatasync: step('fdatasync', ofFile),
      mkdir: step('mkdir', (path) => path),
      truncate: step('truncate', (path) => path),
      rename: step('rename', (_from, to) => to),
      unlink: step('unlink', (path) => path),
    }
  }

  #badWrite({ effect, code, halfway }, fd, bytes) {
    if (effect === 'short') return this.#disk.writeSync(fd, bytes.subarray(0, Math.max(1, bytes.length >> 2)))
    if (halfway) this.#disk.writeSync(fd, bytes.subarray(0, bytes.length >> 1))
    if (effect === 'fail') throw failure(code)
    if (effect === 'dieAfter') this.#disk.writeSync(fd, bytes)
    return this.#die()
  }

  #ruleFor(call, path) {
    const rule = this.#rules.find(({ calls, ends }) => calls.includes(call) && (!ends || ends.test(path)))
    if (!rule) return undefined
    if (rule.skip > 0) {
      rule.skip--
      return undefined
    }
    if (rule.times !== undefined && --rule.times <= 0) this.#rules = this.#rules.filter((one) => one !== rule)
    return rule
  }
}

function failure(code) {
  return Object.assign(new Error(`${code}: made by the crash trial`), { code })
}
