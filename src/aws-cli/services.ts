import type { Operations } from './operation.ts'
import { sqsOperations } from './sqs-operations.ts'
import { stsOperations } from './sts-operations.ts'

/** One service of the command. */
export type Service = {
  readonly name: string
  readonly title: string
  readonly operations: Operations
  /** How its calls are written on the wire. */
  readonly protocol: 'json' | 'query'
}

/** Every service that the command knows. */
export const services: readonly Service[] = [
  { name: 'sqs', title: 'Amazon Simple Queue Service', operations: sqsOperations, protocol: 'json' },
  { name: 'sts', title: 'AWS Security Token Service', operations: stsOperations, protocol: 'query' },
]
