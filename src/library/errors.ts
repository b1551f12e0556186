/**
 * What went wrong: an option or argument that is no good, a queue that is not there, an address that cannot be listened on, a data file or fixture
 * that cannot be used, a document that was refused, a clock that cannot be moved so, a state that cannot be written down,
 * or a twinmq that does not run.
 */
export type TwinmqErrorCode =
  | 'badOption'
  | 'badArgument'
  | 'queueNotFound'
  | 'cannotListen'
  | 'dataUnusable'
  | 'documentRefused'
  | 'clockRefused'
  | 'notWritten'
  | 'notRunning'

/** Every error of this library that a caller can do something about. */
export class TwinmqError extends Error {
  override readonly name = 'TwinmqError'
  readonly code: TwinmqErrorCode

  constructor(code: TwinmqErrorCode, message: string, options?: { readonly cause?: unknown }) {
    super(message, options)
    this.code = code
  }
}
