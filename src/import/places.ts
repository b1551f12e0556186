import type { Notify, Place } from './imported.ts'

/** What a document need not say. */
const defaults = { account: '000000000000', region: 'us-east-1' }

const accountForm = /^\d{12,16}$/
const regionForm = /^[a-z]{2,3}(?:-[a-z]+)+-\d{1,2}$/

/**
 * Says where queues of a source are put: where the user says, else where the source says. Names that no client could
 * sign for, such as ElasticMQ's region `elasticmq`, are left out, and said once: those emulators take any region, twinmq
 * tells them apart.
 */
export function placeFinder(given: Place, notify: Notify): (stated: Place) => Place {
  const said = new Set<string>()
  const usable = (part: keyof Place, form: RegExp, stated: string | undefined): string | undefined => {
    if (given[part] !== undefined) return given[part]
    if (stated === undefined || stated === '' || stated === defaults[part]) return undefined
    if (form.test(stated)) return stated
    if (!said.has(stated)) notify(`${part} "${stated}" is left out: it is not of AWS's form; --${part} names another`)
    said.add(stated)
    return undefined
  }
  return (stated) => {
    const account = usable('account', accountForm, stated.account)
    const region = usable('region', regionForm, stated.region)
    return { ...(account === undefined ? {} : { account }), ...(region === undefined ? {} : { region }) }
  }
}
