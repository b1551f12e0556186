import { strict as assert } from 'node:assert'

/** Where twinmq listens: `http://127.0.0.1:<port>`. */
export const url = process.env.TWINMQ_URL

/** Longest time one scenario may take, in real milliseconds: a hung call must not hide the scenarios after it. */
const scenarioLimitMs = 30_000

/** Stands in for a scenario that a client has no means to express. `reason` ends up below the table. */
export function inexpressible(reason) {
  return { reason }
}

/** Thrown where only the call shows that a client cannot express it. */
export class InexpressibleCall extends Error {}

/**
 * Runs scenarios one after the other, each against an empty emulator, and prints one JSON line for each:
 * `{ id, status: 'passed' | 'failed' | 'inexpressible', note? }`. Ends the process, whatever connections are open.
 *
 * @param {Record<string, ((tools: unknown) => Promise<void>) | { reason: string }>} scenarios
 * @param {unknown} [tools] what each scenario is given
 */
export async function runProgram(scenarios, tools) {
  for (const [id, scenario] of Object.entries(scenarios)) {
    console.log(JSON.stringify({ id, ...(await outcomeOf(scenario, tools)) }))
  }
  process.exit(0)
}

async function outcomeOf(scenario, tools) {
  if ('reason' in scenario) return { status: 'inexpressible', note: scenario.reason }
  const limit = timeLimit()
  try {
    await control('POST', 'reset')
    await Promise.race([scenario(tools), limit.exceeded])
    return { status: 'passed' }
  } catch (error) {
    if (error instanceof InexpressibleCall) return { status: 'inexpressible', note: error.message }
    return { status: 'failed', note: describe(error) }
  } finally {
    clearTimeout(limit.timer)
  }
}

function timeLimit() {
  let timer
  const exceeded = new Promise((_resolve, reject) => {
    timer = setTimeout(() => reject(new Error(`no end after ${scenarioLimitMs / 1000} s`)), scenarioLimitMs)
  })
  return { timer, exceeded }
}

/** Not every client throws errors: `ali-mns` rejects with the error document. */
function describe(error) {
  if (!(error instanceof Error)) return JSON.stringify(error)
  const place = /clients\/node\/(?!node_modules|harness)(\S+?:\d+)/.exec(error.stack)?.[1] ?? ''
  return `${place} ${error.name}: ${error.message}`.replace(/\s+/g, ' ').trim().slice(0, 600)
}

/** Tries of pushes over HTTP since the last reset, oldest first. */
export async function deliveries() {
  return (await control('GET', 'deliveries')).deliveries
}

async function control(method, path, body) {
  const response = await fetch(`${url}/_twinmq/${path}`, {
    method,
    ...(body && { body: JSON.stringify(body), headers: { 'content-type': 'application/json' } }),
  })
  const text = await response.text()
  if (!response.ok) throw new Error(`${method} /_twinmq/${path} answered ${response.status}: ${text}`)
  return text ? JSON.parse(text) : undefined
}

/** Moves the manual clock on. `duration` as in `5s` or `999ms`. What became due has been done when it returns. */
export function advance(duration) {
  return control('POST', 'clock', { advance: duration })
}

/** Returns once `isDone`: for clients that do things by themselves, on threads of their own. Looks again every 5 real ms. */
export async function until(isDone) {
  const endMs = performance.now() + scenarioLimitMs - 5_000
  while (!(await isDone())) {
    if (performance.now() > endMs) throw new Error(`it did not come about: ${isDone}`)
    await new Promise((resolve) => setTimeout(resolve, 5))
  }
}

/** The emulator's time, epoch milliseconds. */
export async function nowMs() {
  return (await control('GET', 'clock')).nowMs
}

/**
 * Starts a long poll and returns once the emulator holds it: in an emulator without messages its end is then the next
 * thing due. `waitMs` is how long the poll was told to wait.
 *
 * @param {() => Promise<unknown>} receive
 * @returns {Promise<{ answer: Promise<unknown>, isOpen: () => boolean }>}
 */
export async function longPoll(receive, waitMs) {
  let open = true
  const answer = receive().finally(() => {
    open = false
  })
  answer.catch(() => {}) // a poll that fails is seen when its answer is awaited
  for (let looks = 0; looks < 1_000; looks++) {
    const clock = await control('GET', 'clock')
    if (clock.nextDue !== null && Date.parse(clock.nextDue) - clock.nowMs <= waitMs) {
      return { answer, isOpen: () => open }
    }
    if (!open) throw new Error('the long poll was answered before anything was sent')
  }
  throw new Error('the emulator holds no long poll: nothing is due at its end')
}

/** Returns once nothing is due any more: the emulator has noticed that the client of a long poll went away. */
export async function pollReleased() {
  for (let looks = 0; looks < 1_000; looks++) {
    if ((await control('GET', 'clock')).nextDue === null) return
  }
  throw new Error('the emulator still holds the long poll of a client that went away')
}

/** Awaits a rejection and returns what it rejected with. */
export async function rejectionOf(call) {
  try {
    await call()
  } catch (error) {
    return error
  }
  return assert.fail('succeeded, though it should have been refused')
}
