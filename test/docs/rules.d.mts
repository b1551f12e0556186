/** One rule of the engine, and where it stands. */
export type Rule = {
  readonly name: string
  readonly sentence: string
  readonly source: string
  readonly code: string
  readonly test: string
  readonly fixtures: string
}

export function rules(): Rule[]
export function rulesPage(): string
