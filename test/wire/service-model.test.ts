import { expect, test } from 'vitest'
import { type ErrorName, wireError } from '../../protocols/aws/errors.ts'
import { actions } from '../../protocols/sqs/actions.ts'
import { startTestApp } from '../support/app.ts'
import { type Described, described, operations, serviceErrors } from './service-description.ts'
import { type Fields, jsonProtocol, type Value } from './sqs-protocols.ts'

/** Where we stray knowingly: either spelling of tags is taken; and of two lists under one name, the first one reads it. */
const knownDifferences: ReadonlySet<string> = new Set([
  'TagQueue input.tags is no member',
  'CreateQueue input.Tags is no member',
  'ReceiveMessage input.MessageSystemAttributeNames has items named MessageSystemAttributeName',
])

/** Errors that nothing here can cause, for want of keys, addresses to refuse and load, or that newer ones stand for. */
const neverGiven: ReadonlySet<string> = new Set([
  'InvalidAddress',
  'InvalidIdFormat',
  'InvalidSecurity',
  'KmsAccessDenied',
  'KmsDisabled',
  'KmsInvalidKeyUsage',
  'KmsInvalidState',
  'KmsNotFound',
  'KmsOptInRequired',
  'KmsThrottled',
  'MessageNotInflight',
  'RequestThrottled',
  'UnsupportedOperation',
])

test('there are the 23 actions that AWS has, and no others', () => {
  expect(operations).toHaveLength(23)
  expect([...actions.keys()].sort()).toEqual(operations.map(({ name }) => name).sort())
})

test.each(operations)('$name has the members that AWS has, of the same types and names in Query', (operation) => {
  const { name, input, output } = operation
  const action = actions.get(name)!
  expect(differences(described(action.input), input, `${name} input`)).toEqual([])
  expect(action.output === undefined, 'answers nothing').toBe(output === undefined)
  if (action.output && output) expect(differences(described(action.output), output, `${name} output`)).toEqual([])
})

test.each(operations)('$name is refused without a member that must be there', async ({ name, input }) => {
  const app = await startTestApp()
  await app.request(jsonProtocol.request('CreateQueue', { QueueName: 'orders' }, {}))
  const queue: Fields = 'QueueUrl' in membersOf(input) ? { QueueUrl: 'orders' } : {}
  const complete: Fields = { ...(sampleOf(input) as Fields), ...queue }
  for (const missing of requiredOf(input)) {
    const { [missing]: _, ...rest } = complete
    const said = jsonProtocol.read(await app.request(jsonProtocol.request(name, rest, {})))
    const member = membersOf(input)[missing]!
    const named = member.kind === 'list' || member.kind === 'map' ? `${missing}|${member.element}` : missing
    expect(said).toMatchObject({ error: { status: 400, message: expect.stringMatching(new RegExp(named)) } })
  }
  await app.close()
})

test.each(serviceErrors.filter(({ name }) => !neverGiven.has(name)))(
  '$name has the code and status that AWS has',
  (row) => {
    const { name, code, status } = row
    expect(wireError(name as ErrorName, '')).toMatchObject({ shape: name, code, status, framework: false })
  },
)

test('the errors that are never given are errors of AWS', () => {
  const names = serviceErrors.map(({ name }) => name)
  expect([...neverGiven].filter((name) => !names.includes(name))).toEqual([])
})

/** Where ours strays from theirs, unless knowingly. */
function differences(ours: Described | undefined, theirs: Described, at: string): string[] {
  return rawDifferences(ours, theirs, at).filter((difference) => !knownDifferences.has(difference))
}

function rawDifferences(ours: Described | undefined, theirs: Described, at: string): string[] {
  if (ours?.kind !== theirs.kind) return [`${at} is ${ours?.kind}, not ${theirs.kind}`]
  switch (theirs.kind) {
    case 'list': {
      const { item, element } = ours as typeof theirs
      const named = element === theirs.element ? [] : [`${at} has items named ${element}`]
      return [...named, ...rawDifferences(item, theirs.item, `${at}[]`)]
    }
    case 'map': {
      const { value, element, key } = ours as typeof theirs
      const same = element === theirs.element && key === theirs.key
      const named = same ? [] : [`${at} has pairs named ${element}, ${key}`]
      return [...named, ...rawDifferences(value, theirs.value, `${at}{}`)]
    }
    case 'object': {
      const strangers = Object.keys(membersOf(ours)).filter((name) => !(name in theirs.members))
      const inner = Object.entries(theirs.members).flatMap(([name, member]) =>
        rawDifferences(membersOf(ours)[name], member, `${at}.${name}`),
      )
      return [...strangers.map((name) => `${at}.${name} is no member`), ...inner]
    }
    default:
      return []
  }
}

function membersOf(shape: Described): Readonly<Record<string, Described>> {
  return shape.kind === 'object' ? shape.members : {}
}

function requiredOf(shape: Described): readonly string[] {
  return shape.kind === 'object' ? shape.required : []
}

/** A value of that shape, with the members that must be there. */
function sampleOf(shape: Described): Value {
  switch (shape.kind) {
    case 'text':
      return 'a'
    case 'integer':
      return 1
    case 'boolean':
      return true
    case 'list':
      return [sampleOf(shape.item)]
    case 'map':
      return { a: sampleOf(shape.value) }
    case 'object':
      return Object.fromEntries(shape.required.map((name) => [name, sampleOf(shape.members[name]!)]))
  }
}
