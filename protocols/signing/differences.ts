/** Another way in which a client may have made one part of what it signed. */
export type Alternative<P> = {
  /** Which part; of one part only one alternative is tried at a time. */
  readonly part: string
  /** What the client would have signed: `no Content-Type`. */
  readonly signed: string
  readonly apply: (parts: P) => P
}

/** What people are told of a signature that does not match. */
type Mismatch = {
  /** `MNS` or `SQS`. */
  readonly api: string
  readonly accessKeyId: string
  /** What was signed here. */
  readonly text: string
  readonly difference: string
}

/**
 * In what the client's parts differ from those signed here, as far as can be found out: alternatives are tried one by
 * one, then two at a time. Undefined when none makes the signature fit.
 */
export function differenceFrom<P>(
  parts: P,
  alternatives: readonly Alternative<P>[],
  fits: (parts: P) => boolean,
): string | undefined {
  const found = alternatives.find(({ apply }) => fits(apply(parts)))
  if (found) return said([found])
  for (const [at, one] of alternatives.entries()) {
    const changed = one.apply(parts)
    const other = alternatives.slice(at + 1).find(({ part, apply }) => part !== one.part && fits(apply(changed)))
    if (other) return said([one, other])
  }
  return undefined
}

function said(alternatives: readonly Pick<Alternative<unknown>, 'part' | 'signed'>[]): string {
  const parts = alternatives.map(({ part }) => part).join(' and ')
  const signed = alternatives.map((alternative) => alternative.signed).join(' and ')
  return `it differs in the ${parts}: the signature fits if the client signed ${signed}`
}

/** That the day in the scope of a credential is not that of the request, which no signature fits. `date`: basic ISO 8601. */
export function scopeDifference(day: string, date: string): string | undefined {
  const actual = date.slice(0, 8)
  if (day === actual) return undefined
  return `it differs in the date of the scope: the credential says ${day}, and the date of the request is ${actual}`
}

/** One line for the log; line ends of the signed text are shown as `⏎`. */
export function mismatchLine({ api, accessKeyId, text, difference }: Mismatch): string {
  return `the ${api} signature of ${accessKeyId} does not match; ${difference}. Signed here: ${text.replaceAll('\n', '⏎')}`
}
