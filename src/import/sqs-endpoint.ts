/** What answers as SQS does, in either of its protocols. Methods throw `CallFailure`. */
export interface SqsEndpoint {
  /** A page of queue URLs; `next`: where the next one begins. */
  listQueues(
    after: string | undefined,
  ): Promise<{ readonly urls: readonly string[]; readonly next?: string | undefined }>
  attributes(url: string): Promise<ReadonlyMap<string, string>>
  tags(url: string): Promise<ReadonlyMap<string, string>>
  /** Up to ten messages, which stay hidden for that long. */
  receive(url: string, holdSeconds: number): Promise<readonly LiveMessage[]>
  /** Makes a message that was received visible again. */
  giveBack(url: string, receiptHandle: string): Promise<void>
}

/** A message as an endpoint gives it. */
export type LiveMessage = {
  readonly id: string
  readonly body: string
  readonly receiptHandle: string
  /** System attributes, and those that listings add, such as `IsVisible`. */
  readonly system: ReadonlyMap<string, string>
  readonly attributes: readonly LiveAttribute[]
}

/** A message attribute: its value is text, or base64 when its type is Binary. */
export type LiveAttribute = { readonly name: string; readonly type: string; readonly value: string }

/** A call that was answered with an error, or with something else than SQS would. */
export class CallFailure extends Error {
  override readonly name = 'CallFailure'
}
