/** How far a service is. Source: LocalStack documentation, internal endpoints, health. */
type ServiceState = 'starting' | 'available' | 'running' | 'disabled'

/** What the words for services depend on. */
export type ServiceOptions = {
  /** Services that are asked for; empty: all there are. */
  readonly services: readonly string[]
  /** Services count as running before their first call. */
  readonly eager: boolean
}

/**
 * A word for each service: `available` until its first call, then `running`. Of those that can be asked for there is SQS; what
 * was asked for does not concern STS, which comes with it and answers always, nor MNS, which LocalStack does not have. SQS
 * answers too when it is called disabled.
 */
export function serviceStates(
  { services, eager }: ServiceOptions,
  ready: boolean,
  called: ReadonlySet<string>,
): Readonly<Record<string, ServiceState>> {
  const state = (name: string): ServiceState => {
    if (!ready) return 'starting'
    return eager || called.has(name) ? 'running' : 'available'
  }
  const asked = services.length === 0 || services.includes('sqs')
  return { sqs: asked ? state('sqs') : 'disabled', sts: state('sts'), mns: state('mns') }
}
