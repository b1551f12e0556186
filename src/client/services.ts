import { type Operation, operations } from './operations.ts'

/** A protocol of AWS: JSON 1.0, or Query with answers in XML. */
export type Protocol = 'json' | 'query'

/** One service of AWS. */
export type Service = {
  /** Its name in signatures and on command lines. */
  readonly name: string
  readonly title: string
  /** What its clients speak unless they are told otherwise. */
  readonly protocol: Protocol
  /** Version of its API, which Query sends. */
  readonly version: string
  readonly operations: readonly Operation[]
}

/** Amazon SQS. */
export const sqs: Service = {
  name: 'sqs',
  title: 'Amazon Simple Queue Service',
  protocol: 'json',
  version: '2012-11-05',
  operations: operations.sqs,
}

const sts: Service = {
  name: 'sts',
  title: 'AWS Security Token Service',
  protocol: 'query',
  version: '2011-06-15',
  operations: operations.sts,
}

/** Every service that clients know. */
export const services: readonly Service[] = [sqs, sts]

/** One operation of a service by its name. */
export function operationOf({ name: service, operations }: Service, name: string): Operation {
  const operation = operations.find((each) => each.name === name)
  if (!operation) throw new Error(`${service} has no operation ${name}`)
  return operation
}
