import type { XmlElement } from '../xml/element.ts'

/**
 * Elements that hold others, and the one among those that may stand there more than once. What the API knows no elements
 * in is not looked into: a text whose markup was not escaped is refused as a text. Source: MNS API reference, request
 * bodies.
 */
const repeatedIn = new Map<string, string | undefined>([
  ['Account', undefined],
  ['DlqPolicy', undefined],
  ['Message', undefined],
  ['Messages', 'Message'],
  ['PropertyValue', undefined],
  ['Queue', undefined],
  ['ReceiptHandles', 'ReceiptHandle'],
  ['Subscription', undefined],
  ['SystemProperties', 'SystemPropertyValue'],
  ['SystemPropertyValue', undefined],
  ['Topic', undefined],
  ['UserProperties', 'PropertyValue'],
])

/** Whether an element stands twice where one is expected, anywhere in a document. */
export function hasDoubled({ name, children }: XmlElement): boolean {
  if (children.length === 0 || !repeatedIn.has(name)) return false
  const repeated = repeatedIn.get(name)
  const seen = new Set<string>()
  for (const child of children) {
    if (child.name !== repeated && seen.size === seen.add(child.name).size) return true
    if (hasDoubled(child)) return true
  }
  return false
}
