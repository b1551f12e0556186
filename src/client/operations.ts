import type { Schema } from '../../protocols/schema.ts'
import { actions as sqsActions } from '../../protocols/sqs/actions.ts'
import { actions as stsActions } from '../../protocols/sts/actions.ts'

/** One operation of a service, as its action row describes it. Without `output` it answers nothing. */
export type Operation = {
  readonly name: string
  readonly input: Schema<unknown>
  readonly output?: Schema<unknown>
}

/**
 * The operations of each service, by name. The build puts this value in the place of the module, so that a client carries
 * the descriptions and nothing of what answers.
 */
export const operations: { readonly sqs: readonly Operation[]; readonly sts: readonly Operation[] } = {
  sqs: described(sqsActions),
  sts: described(stsActions),
}

function described(actions: ReadonlyMap<string, Operation>): readonly Operation[] {
  return [...actions.values()]
    .map(({ name, input, output }) => ({ name, input, ...(output && { output }) }))
    .sort((one, other) => (one.name < other.name ? -1 : 1))
}
