import type { Command, ReplyTo } from '../../src/core/commands/commands.ts'
import type { Namespace, QueueAddress } from '../../src/core/model.ts'
import type { QueueUrlOptions, WireRequest } from '../adapter.ts'
import type { CredentialScope } from '../aws/credential.ts'
import type { WireError } from '../aws/errors.ts'
import { documentWriter } from '../aws/xml-writer.ts'
import { type Problem, type Schema, validator } from '../schema.ts'
import { queueAt } from './names.ts'
import type { Subject } from './refusals.ts'

/** What a row is told of a request beside its input. */
export type Context = {
  readonly scope: CredentialScope
  readonly request: WireRequest
  readonly namespace: Namespace
  /** Absent: URLs follow the request. */
  readonly queueUrls?: QueueUrlOptions | undefined
  /** A queue may keep messages for a second and more. Absent: for a minute and more. */
  readonly shortRetention?: boolean
  /** A receive may ask for any number of messages. Absent: for ten. */
  readonly manyMessages?: boolean
}

/** What one request comes to: a command, and the words of its answer. */
export interface Step {
  readonly command: Command
  readonly subject: Subject
  /** The output of an accepted command, or an error that could only be told once the queue was known to exist. */
  output(reply: ReplyTo<Command>): object
}

/** One action of the API, whatever the types of its input and output. */
export interface Action {
  readonly name: string
  /** Where the action is described. */
  readonly source: string
  readonly input: Schema<unknown>
  /** Absent: the action answers nothing. */
  readonly output?: Schema<unknown>
  /** True for an action that is not one of a queue, and so is unknown at the URL of one. */
  readonly onlyAtRoot?: true
  /** The answer as an XML document. */
  xml(output: object, requestId: string): string
  /** The output as JSON. */
  json(output: object): string
  /** The first way in which an input strays from its shape. */
  problemIn(input: unknown): Problem | undefined
  /** What to do for an input of the right shape; an error for one that no queue need be looked up to refuse. */
  decide(input: unknown, context: Context): Step | WireError
}

/** One action as its file describes it. */
type Description<I, O extends object> = {
  readonly name: string
  readonly source: string
  readonly input: Schema<I>
  readonly output?: Schema<O>
  readonly onlyAtRoot?: true
  /** For answers that are asked for so often that a template pays. */
  readonly json?: (output: O) => string
  readonly decide: (input: I, context: Context) => Step | WireError
}

/** Makes an action of its description. */
export function action<I, O extends object>(description: Description<I, O>): Action {
  const { name, output } = description
  return {
    json: JSON.stringify,
    ...description,
    problemIn: validator(description.input),
    xml: documentWriter(name, output),
  }
}

/** Runs a command; `output` says what its reply comes to. */
export function step<C extends Command>(
  command: C,
  output: (reply: ReplyTo<C>) => object,
  subject: Subject = {},
): Step {
  return { command, output, subject }
}

const nothing = (): object => ({})

/** Runs a command whose answer is empty. */
export function silentStep(command: Command, subject: Subject = {}): Step {
  return { command, output: nothing, subject }
}

/** An error in a request about a queue: told only if the queue exists, since AWS looks that up first. */
export function stepToError(queue: QueueAddress, error: WireError): Step {
  return { command: { kind: 'getQueue', queue }, output: () => error, subject: {} }
}

/** The queue that the `QueueUrl` of an input means. */
export function queueOf(input: { readonly QueueUrl: string }, context: Context): QueueAddress {
  return queueAt(input.QueueUrl, context.scope, context.namespace)
}
