import type { StructureShape } from './shape.ts'

/** One operation of a service: what it takes and what it answers. */
export type Operation = {
  readonly input: StructureShape
  readonly output?: StructureShape
  /** The list that is read page after page, as far as there are any. */
  readonly pagesOf?: string
}

/** Operations by name. */
export type Operations = Readonly<Record<string, Operation>>

/** A name as it is written on a command line: `AWSAccountIds` is `aws-account-ids`. */
export function dashed(name: string): string {
  return name
    .replace(/(.)([A-Z][a-z]+)/g, '$1-$2')
    .replace(/([a-z0-9])([A-Z])/g, '$1-$2')
    .toLowerCase()
}
