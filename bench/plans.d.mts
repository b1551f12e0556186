/** One request of a plan: its bytes, and where an answer holds a receipt handle, how to find it. */
export type Step = {
  request(turn: number, handle?: string): Buffer | string
  handleIn?(answer: Buffer): string | undefined
}

/** Steps that a connection sends over and over. */
export function planFor(
  operation: string,
  protocol: string,
  queue: { readonly name: string; readonly url: string; readonly port: number; readonly bare: boolean },
): readonly Step[]
