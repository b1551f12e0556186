import { randomBytes } from 'node:crypto'

/** A seed from the machine, for a run that nobody wants to repeat. */
export function freshSeed(): number {
  return randomBytes(6).readUIntBE(0, 6)
}
