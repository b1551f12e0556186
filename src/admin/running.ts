import type { Broker } from '../broker/broker.ts'
import type { ClockControl } from '../broker/clock-control.ts'

/** What there is once the state is loaded. */
export type Running = {
  readonly broker: Broker
  readonly clock: ClockControl
  /** Account and region of who names none. */
  readonly defaults: { readonly account: string; readonly region: string }
  /** Empties the state; gives the reason if that could not be written down. */
  reset(): Promise<string | undefined>
}
