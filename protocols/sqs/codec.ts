import type { WireResponse } from '../adapter.ts'
import type { WireError } from '../aws/errors.ts'
import type { Action } from './action.ts'

/** How answers are written. Request ids are UUIDs. */
export type Codec = {
  readonly success: (action: Action, output: object, requestId: string) => WireResponse
  readonly failure: (error: WireError, requestId: string) => WireResponse
}

/** A request that was read: which action, and an input of its shape. */
export type Asked = { readonly action: Action; readonly input: Readonly<Record<string, unknown>> }

/** An answer with this content; an error also has a code. Source: SQS Developer Guide, request ids. */
export function answer(
  status: number,
  contentType: string,
  requestId: string,
  body: string,
  errorCode?: string,
): WireResponse {
  return { status, headers: { 'Content-Type': contentType, 'x-amzn-RequestId': requestId }, body, errorCode }
}
