/**
 * The kind of an error: an invalid option or argument, a missing queue, an address that cannot be listened on, a data file
 * or fixture that cannot be used, a refused document, a refused move of the clock, a state that cannot be saved, or a
 * twinmq that is not running.
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

/** Every error of this library that its user can act on. */
export class TwinmqError extends Error {
  override readonly name = 'TwinmqError'
  readonly code: TwinmqErrorCode

  constructor(code: TwinmqErrorCode, message: string, options?: { readonly cause?: unknown }) {
    super(message, options)
    this.code = code
  }
}
