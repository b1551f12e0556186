import type { ReceiptRule } from '../../src/core/commands/command.ts'
import type { Command, ReplyTo } from '../../src/core/commands/commands.ts'
import type { QueueAddress } from '../../src/core/model.ts'
import type { Result } from '../../src/core/refusal.ts'
import { stateText } from '../store/plain-state.ts'
import { Client, type Held, type Listener, receivedIn, sentIn } from './client.ts'
import { expectedEnding, tookEffect } from './expectation.ts'
import { differenceOf, History } from './history.ts'
import { auditQueue, auditWhole } from './index-audit.ts'
import { isExpired } from './ledger.ts'
import { listen } from './listen.ts'
import { DiskUser, MemoryDisk } from './memory-disk.ts'
import { RealTime } from './real-time.ts'
import { file, Running, type Setup, stateOn } from './running.ts'

/** A rule that did not hold. */
export type Violation = { readonly rule: string; readonly detail: string }

/** What happened in a run, for people who wonder whether it was enough. */
export type Deeds = Record<
  'commands' | 'received' | 'waits' | 'crashes' | 'restarts' | 'failures' | 'recoveries' | 'degraded',
  number
>

const startMs = Date.UTC(2026, 0, 1)

/** Receipts that clients remember. */
const remembered = 200

/** In-flight limits up to this one are reached in a run. */
const lowLimit = 100

/** Turns of the loop within which everything must come to its end. */
const patienceTurns = 100_000

const turnOfTheLoop = (): Promise<void> => new Promise((resolve) => setImmediate(resolve))

/** Everything of one run: the disk, the process that lives at the moment, its clients, and the books. */
export class World implements Listener {
  violation: Violation | undefined
  readonly deeds: Deeds = {
    commands: 0,
    received: 0,
    waits: 0,
    crashes: 0,
    restarts: 0,
    failures: 0,
    recoveries: 0,
    degraded: 0,
  }
  readonly setup: Setup
  readonly disk = new MemoryDisk()
  readonly realTime = new RealTime()
  readonly history: History
  receipts: Held[] = []
  readonly tasks: { readonly source: QueueAddress; readonly taskId: string }[] = []
  polls = new Set<Client>()
  /** How much of what was not synced survives the next death; undefined: all of it. */
  power: number | undefined
  #running: Running | undefined
  #nowMs = startMs
  #wasDegraded = false
  #stopListening: () => void = () => {}

  constructor(setup: Setup) {
    this.setup = setup
    this.history = new History(setup.namespace, this.report)
  }

  get running(): Running {
    return this.#running!
  }

  get nowMs(): number {
    return this.#running?.nowMs ?? this.#nowMs
  }

  /** Whether the process is there and can write down what it does. */
  get well(): boolean {
    return !this.running.user.dead && !this.running.degraded
  }

  readonly report = (rule: string, detail: string): void => {
    this.violation ??= { rule, detail }
  }

  async begin(): Promise<void> {
    this.realTime.begin()
    this.#stopListening = listen((turn, event) => {
      if (turn.state === this.#running?.state && !this.running.user.dead)
        this.history.heard(event, turn.sequence, turn.nowMs, this.running.degraded)
    })
    await this.#start()
  }

  end(): void {
    this.#stopListening()
    this.realTime.end()
  }

  submit(command: Command, rule?: ReceiptRule): Client {
    const { history, nowMs } = this
    const client = new Client(command, rule, this)
    const degraded = this.running.degraded
    const expected = expectedEnding(history.live, command, nowMs)
    const queue = 'queue' in command ? history.live.queueAt(command.queue) : undefined
    const sentBefore = history.live.sent
    this.deeds.commands += 1
    history.sending = command.kind === 'sendMessage' || command.kind === 'batch'
    client.lastSequence = queue?.lastSequence ?? 0
    if (command.kind === 'receiveMessages') client.deadlineMs = nowMs + (command.waitMs ?? 0)
    this.running.broker.submit(command, client)
    history.sending = false
    if (client.ending === undefined) {
      this.polls.add(client)
      this.deeds.waits += 1
    } else if (!degraded && expected !== undefined && client.ending !== expected)
      this.report('a command ends as it must', `${command.kind}: ${client.ending}, not ${expected}`)
    if (history.live.sent - sentBefore !== client.made && command.kind !== 'publishMessage')
      this.report('each accepted send is a message', `${client.made}, not ${history.live.sent - sentBefore}`)
    return client
  }

  decided(client: Client, result: Result<ReplyTo<Command>>): void {
    const { running, history } = this
    if (running.user.dead) return
    this.polls.delete(client)
    if (!running.degraded) client.restsOn = running.state.sequence
    if (result.ok && client.command.kind === 'receiveMessages') this.#checkReceived(client, result.value)
    if (result.ok && !tookEffect(history.live, client.command, this.nowMs))
      this.report('what was answered was done', client.command.kind)
    const sequences = new Set<number>()
    for (const sent of sentIn(client.command, result)) {
      const booked = history.live.byId.get(sent.queueId)
      const fresh = sent.sequence > client.lastSequence
      if (fresh) sequences.add(sent.sequence)
      const known = fresh
        ? booked?.messages.get(sent.sequence)?.id === sent.messageId
        : [...(booked?.sends.values() ?? [])].some(({ id }) => id === sent.messageId)
      if (!known) this.report('a send is told of its own message', `${sent.queueId}/${sent.sequence}`)
    }
    client.made = sequences.size
    if (client.made > 0) history.accepted(client.made)
  }

  answered(client: Client): void {
    if (this.running.user.dead) return
    if (client.restsOn === undefined) return
    this.history.answered = Math.max(this.history.answered, client.restsOn)
    this.receipts.push(...client.receipts)
    if (this.receipts.length > 2 * remembered) this.receipts = this.receipts.slice(-remembered)
    const { task, command } = client
    if (task && command.kind === 'startMoveTask') this.tasks.push({ source: command.source, taskId: task.id })
  }

  /** Waits for something that must come to its end, unless the process dies meanwhile. */
  async until(work: Promise<unknown>): Promise<void> {
    let over = false
    const done = () => {
      over = true
    }
    work.then(done, done)
    for (let turns = 0; !over && !this.running.user.dead; turns++) {
      if (turns === patienceTurns) return this.report('everything comes to its end', 'a wait that does not')
      await turnOfTheLoop()
    }
  }

  /** Lets the turn of the loop end, buries a process that died, and looks whether all is well. */
  async look(thorough: boolean): Promise<void> {
    await turnOfTheLoop()
    if (this.running.user.dead) await this.#recover()
    this.#watchHealth()
    this.#auditTouched(thorough)
    if (this.well) for (const client of this.polls) this.#checkPoll(client)
  }

  /** A process that started now would find what this one has; and nothing is made or lost. */
  async audit(): Promise<void> {
    let still: { readonly live: string; readonly disk: MemoryDisk } | undefined
    /* At this instant nothing is under way; a push that ends a moment later changes the state again. */
    const look = () => {
      if (!this.running.degraded) still = { live: stateText(this.running.state), disk: this.disk.copy() }
    }
    await this.until(this.running.broker.settled().then(look))
    if (this.running.user.dead) return this.#recover()
    const { history, nowMs } = this
    auditWhole(this.running.state, history.live, nowMs, this.report)
    if (still === undefined) return
    history.settle()
    const found = await stateOn(still.disk, this.setup, nowMs).catch((error: unknown) =>
      this.report('what was written can be read', String(error)),
    )
    if (!found) return
    const difference = differenceOf(still.live, stateText(found))
    if (difference) this.report('replayed state equals live state', difference)
  }

  /** A clean stop, after which the document alone is left, and a new start. */
  async restart(): Promise<void> {
    const { running } = this
    const healthy = this.well && this.disk.plan === undefined
    await this.until(running.broker.settled())
    await this.until(running.broker.stop(60_000))
    if (running.user.dead) return
    if (healthy && this.disk.paths.join() !== file)
      this.report('a stop leaves the document alone', `${this.disk.paths}`)
    if (healthy) this.history.answered = running.state.sequence
    this.deeds.restarts += 1
    await this.#replace()
  }

  #watchHealth(): void {
    const { degraded } = this.running
    if (degraded) this.deeds.degraded += 1
    if (degraded && !this.#wasDegraded) this.deeds.failures += 1
    if (!degraded && this.#wasDegraded) this.deeds.recoveries += 1
    this.#wasDegraded = degraded
  }

  async #recover(): Promise<void> {
    this.#wasDegraded = false
    this.deeds.crashes += 1
    if (this.power !== undefined && this.setup.durability === 'disk') this.disk.losePower(this.power)
    this.power = undefined
    await this.#replace()
    auditWhole(this.running.state, this.history.live, this.nowMs, this.report)
  }

  async #replace(): Promise<void> {
    this.#nowMs = this.running.nowMs
    this.running.user.dead = true
    this.polls.clear()
    this.realTime.forget()
    await this.#start()
    this.history.recovered(this.running.state)
  }

  async #start(): Promise<void> {
    for (let tries = 0; ; tries++) {
      const user = new DiskUser()
      try {
        const running = await Running.start(this.disk, user, this.setup, this.#nowMs)
        this.#running = running
        return
      } catch (error) {
        if (!user.dead && this.disk.plan === undefined && tries > 40) {
          this.report('what was written can be read', String(error))
          throw error
        }
        if (tries > 20) this.disk.plan = undefined
      }
    }
  }

  #checkReceived({ command }: Client, value: ReplyTo<Command>): void {
    if (command.kind !== 'receiveMessages') return
    const { queueId, messages } = receivedIn(value)
    const booked = this.history.live.byId.get(queueId)
    this.deeds.received += messages.length
    for (const { sequence, id, receiptNumber } of messages) {
      const known = booked?.messages.get(sequence)
      if (known?.id !== id || known.receiptNumber !== receiptNumber)
        this.report('what is received is there', `${queueId}/${sequence}`)
    }
    if (booked?.settings.fifo || messages.length === 0) return
    if (messages.length > command.maximumMessages) this.report('a receive takes no more than it asked', `${queueId}`)
    if (command.inFlightLimit === undefined || command.inFlightLimit > lowLimit) return
    const inFlight = [...(booked?.messages.values() ?? [])].filter(
      ({ receivedAtMs, visibleAtMs }) => receivedAtMs > 0 && visibleAtMs > this.nowMs,
    )
    if (inFlight.length > command.inFlightLimit)
      this.report('the in-flight limit holds', `${queueId}: ${inFlight.length}`)
  }

  #auditTouched(thorough: boolean): void {
    const { live } = this.history
    for (const id of live.touched) {
      const queue = this.running.state.queuesById.get(id)
      const booked = live.byId.get(id)
      if (queue && booked) auditQueue(queue, booked, thorough, this.report)
      else if (queue || booked) this.report('a queue is there, or it is not', `${id}`)
    }
    live.touched.clear()
  }

  /** Nobody waits beyond the time, or while there is something to be had. */
  #checkPoll({ command, deadlineMs, gone }: Client): void {
    if (command.kind !== 'receiveMessages' || gone) return
    const { nowMs } = this
    if (deadlineMs <= nowMs) this.report('a long poll ends in time', `${command.queue.name}`)
    const booked = this.history.live.queueAt(command.queue)
    const queue = booked && this.running.state.queuesById.get(booked.id)
    if (!booked || !queue || (command.inFlightLimit ?? lowLimit + 1) <= lowLimit) return
    const ready = booked.settings.fifo
      ? queue.messages.firstReady() !== undefined
      : [...booked.messages.values()].some((each) => each.visibleAtMs <= nowMs && !isExpired(booked, each, nowMs))
    if (ready) this.report('nobody waits for what is there', `${command.queue.name}`)
  }
}
