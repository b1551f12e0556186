/** A fenced block of a page. */
export type Block = {
  readonly page: string
  readonly line: number
  readonly language: string
  readonly words: readonly string[]
  readonly text: string
}

export function blocksIn(page: string, text: string): Block[]
export function pages(): string[]
