import { readFileSync, readlinkSync } from 'node:fs'
import { hostname } from 'node:os'
import { hasCode } from './file-system.ts'

/** The processes of a machine, as far as a lock has to know them. */
export type Processes = {
  readonly host: string
  /** Where numbers of processes mean the same: one boot of a machine, or one run of a container on it; '': the system does not say. */
  readonly space: string
  /** Number of this process. */
  readonly pid: number
  /** A mark that tells a process from an earlier one with the same number; empty if the system gives none; undefined if there is no such process. */
  startOf(pid: number): string | undefined
}

/** The processes of this machine. */
export const localProcesses: Processes = {
  host: hostname(),
  space: linuxSpace(),
  pid: process.pid,
  startOf(pid) {
    try {
      process.kill(pid, 0)
    } catch (error) {
      if (hasCode(error, 'ESRCH')) return undefined
    }
    return linuxStart(pid)
  },
}

/** Instant of the start in ticks since the boot, with the id of that boot; '' where the system is not Linux. Source: proc(5). */
function linuxStart(pid: number): string | undefined {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8')
    const [state, ...fields] = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
    /* A process that has ended stays in the list until its parent has taken note. */
    if (state === 'Z' || state === 'X') return undefined
    return `${fields[18]}@${bootId()}`
  } catch {
    return ''
  }
}

/** Containers have numbers of processes of their own, and can have the host name of the machine. Source: pid_namespaces(7). */
function linuxSpace(): string {
  try {
    return `${bootId()} ${readlinkSync('/proc/self/ns/pid')}`
  } catch {
    return ''
  }
}

function bootId(): string {
  return readFileSync('/proc/sys/kernel/random/boot_id', 'utf8').trim()
}
