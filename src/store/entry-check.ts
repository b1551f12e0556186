import type { JsonFault } from '../compiled/compile-json-schema.ts'
import { jsonCheck } from '../compiled/json-check.ts'
import { type Entry, events } from '../core/events/event.ts'
import { objectSchema } from '../core/events/shape.ts'
import { count, type JsonObject, list, unknownMember, ValidationError, within } from '../document/values.ts'

const checks: ReadonlyMap<unknown, (value: unknown) => JsonFault | undefined> = new Map(
  Object.entries(events).map(([kind, { members }]) => [
    kind,
    jsonCheck(objectSchema({ kind: { schema: { const: kind } }, ...members })),
  ]),
)

/** Members of a line: `version` and `after` stand in the first one that a run writes to a segment. */
const lineMembers: ReadonlySet<string> = new Set(['sequence', 'version', 'after', 'atMs', 'events', 'crc'])

/** The entry on a line of the journal. Throws `ValidationError`. */
export function readEntry(line: JsonObject): Entry {
  for (const name in line) if (!lineMembers.has(name)) refuseMember(name)
  within('sequence', () => count(line.sequence))
  within('atMs', () => count(line.atMs))
  const found = within('events', () => list(line.events))
  for (let index = 0; index < found.length; index++) {
    const problem = problemOf(found[index])
    if (problem === undefined) continue
    problem.path.unshift('events', index)
    throw problem
  }
  return line as Entry
}

function refuseMember(name: string): never {
  return within(name, () => {
    throw unknownMember(name, [...lineMembers])
  })
}

function problemOf(event: unknown): ValidationError | undefined {
  if (typeof event !== 'object' || event === null || !('kind' in event))
    return new ValidationError('an event is expected')
  const check = checks.get(event.kind)
  if (check === undefined) return new ValidationError(`no event ${JSON.stringify(event.kind)} is known`)
  const fault = check(event)
  return fault && faultProblem(fault)
}

const typeWords: Readonly<Record<string, string>> = {
  array: 'a list',
  boolean: 'true or false',
  integer: 'a whole number',
  object: 'an object',
  string: 'a text',
}

/** Says what is wrong, and where in the event. */
function faultProblem(fault: JsonFault): ValidationError {
  const steps = fault.instancePath.split('/').slice(1)
  const { additionalProperty: unknown } = fault.params
  const problem = new ValidationError(
    unknown === undefined ? `${expectedBy(fault)} expected` : 'no such member is known',
  )
  if (unknown !== undefined) steps.push(String(unknown))
  problem.path.push(...steps.map((step) => (/^\d+$/.test(step) ? Number(step) : step)))
  return problem
}

function expectedBy({ keyword, params }: JsonFault): string {
  switch (keyword) {
    case 'required':
      return `a member "${params.missingProperty}" is`
    case 'type':
      return `${typeWords[String(params.type).split(',')[0]!]} is`
    case 'enum':
      return `${wordsOf(params.allowedValues)} is`
    case 'pattern':
      return '32 lower-case hexadecimal digits are'
    case 'discriminator':
      return 'a known kind is'
    case 'minItems':
    case 'maxItems':
      return 'a pair is'
    default:
      return 'a whole number is'
  }
}

function wordsOf(values: unknown): string {
  return list(values)
    .map((value) => JSON.stringify(value))
    .join(' or ')
}
