import type { Notify, Place } from './imported.ts'

/** Defaults, which a document omits. */
const defaults = { account: '000000000000', region: 'us-east-1' }

const accountForm = /^\d{12,16}$/
const regionForm = /^[a-z]{2,3}(?:-[a-z]+)+-\d{1,2}$/

/**
 * Finds account and region of a queue: those of the user, else those of the source. Names that no client can sign for, such
 * as ElasticMQ's region `elasticmq`, are left out and reported once: ElasticMQ ignores the region, but twinmq does not.
 */
export function placeFinder(given: Place, notify: Notify): (stated: Place) => Place {
  const said = new Set<string>()
  const usable = (part: keyof Place, form: RegExp, stated: string | undefined): string | undefined => {
    if (given[part] !== undefined) return given[part]
    if (stated === undefined || stated === '' || stated === defaults[part]) return undefined
    if (form.test(stated)) return stated
    if (!said.has(stated))
      notify(`${part} "${stated}" is left out: it does not have AWS's form; --${part} names another`)
    said.add(stated)
    return undefined
  }
  return (stated) => {
    const account = usable('account', accountForm, stated.account)
    const region = usable('region', regionForm, stated.region)
    return { ...(account === undefined ? {} : { account }), ...(region === undefined ? {} : { region }) }
  }
}
