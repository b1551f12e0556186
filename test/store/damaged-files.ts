import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { StoreUnreadable } from '../../src/document/unreadable.ts'
import type { FilePlace } from './file-place.ts'
import { stateText } from './plain-state.ts'
import { quickFileSystem, TestDisk } from './test-disk.ts'
import { create, redrive, send, sendTo, Worker } from './worker.ts'

/** Files of a store, by name. */
export type Files = ReadonlyMap<string, Buffer>

/** A change of the files, in words, and the files afterwards. */
type Damage = { readonly what: string; readonly files: Files }

/** Picks a whole number below a limit. */
type Pick = (limit: number) => number

/** What a process leaves behind that stops, or dies at some moment. */
const endings = {
  stopped: async (worker: Worker) => {
    await worker.store.saveSnapshot(worker.state)
    await worker.store.close()
  },
  'killed before its first snapshot': async () => {},
  'killed after a snapshot': async (worker: Worker) => {
    await worker.store.saveSnapshot(worker.state)
    await worker.toil(40)
  },
  'killed while it took a snapshot': async (worker: Worker, disk: TestDisk) => {
    await worker.store.saveSnapshot(worker.state)
    await worker.toil(20)
    disk.before = ({ call, path }) => (call === 'fsync' && path.endsWith('.tmp') ? worker.toil(20) : undefined)
    disk.fault = ({ call, path }) => (call === 'rename' && path.endsWith('state.json') ? 'crash' : undefined)
    await worker.store.saveSnapshot(worker.state).catch(() => {})
  },
} as const

/** The ways in which a process can end. */
export const waysToEnd = Object.keys(endings) as readonly (keyof typeof endings)[]

/** The data file and the journal of a process that did all kinds of work. */
export async function filesOf(place: FilePlace, way: keyof typeof endings, seed: number): Promise<Files> {
  const disk = new TestDisk()
  const store = place.open({ fileSystem: disk.fileSystem })
  const worker = new Worker((await store.load()).state, store, seed)
  await worker.work(create('orders'), create('invoices'), create('7'), create('orders.fifo'), create('dlq.fifo'))
  await worker.work(redrive('orders', '7', 1), redrive('orders.fifo', 'dlq.fifo', 1))
  for (let at = 0; at < 20; at++) await worker.work(send('orders', `order ${at} \u00e9`), send('invoices', `${at}`))
  for (let at = 0; at < 10; at++) await worker.work(sendTo('orders.fifo', `g${at % 3}`, `entry ${at}`))
  await worker.toil(40)
  await endings[way](worker, disk)
  disk.bury()
  const folder = dirname(place.file)
  const names = readdirSync(folder).filter((name) => /\.json$|\.journal(?:\.\d+)?$/.test(name))
  return new Map(names.sort().map((name) => [name, readFileSync(join(folder, name))]))
}

/** The same with one bit turned over. */
export function flipped(files: Files, below: Pick): Damage {
  const all = [...files].filter(([, bytes]) => bytes.length > 0)
  let at = below(all.reduce((sum, [, { length }]) => sum + length, 0))
  for (const [name, bytes] of all) {
    if (at < bytes.length) {
      const bit = below(8)
      const copy = Buffer.from(bytes)
      copy[at]! ^= 1 << bit
      return { what: `bit ${bit} of byte ${at} of ${name}`, files: new Map([...files, [name, copy]]) }
    }
    at -= bytes.length
  }
  throw new Error('there is nothing to turn over')
}

/** The same without one line. The start of a line at the end of a journal counts as one. */
export function shortened(files: Files, below: Pick): Damage {
  const lines = [...files].flatMap(([name, bytes]) => linesIn(bytes).map((line) => ({ name, bytes, line })))
  const { name, bytes, line } = lines[below(lines.length)]!
  const [start, end] = line
  const rest = Buffer.concat([bytes.subarray(0, start), bytes.subarray(end)])
  return { what: `bytes ${start} to ${end} of ${name}, a line`, files: new Map([...files, [name, rest]]) }
}

function linesIn(bytes: Buffer): (readonly [start: number, end: number])[] {
  const lines: [number, number][] = []
  for (let start = 0; start < bytes.length; ) {
    const end = bytes.indexOf(10, start) + 1 || bytes.length
    lines.push([start, end])
    start = end
  }
  return lines
}

/** How a start goes with such files: refused, reported, or with a state and no word. */
export async function startWith(place: FilePlace, files: Files): Promise<'refused' | 'reported' | { state: string }> {
  const folder = dirname(place.file)
  rmSync(folder, { recursive: true, force: true })
  mkdirSync(folder)
  for (const [name, bytes] of files) writeFileSync(join(folder, name), bytes)
  const store = place.open({ fileSystem: quickFileSystem })
  try {
    const { state, notices } = await store.load()
    return notices.length > 0 ? 'reported' : { state: stateText(state) }
  } catch (error) {
    if (error instanceof StoreUnreadable) return 'refused'
    throw error
  } finally {
    await store.close()
  }
}
