import type { DocumentQueue } from './imported.ts'

/** A document with these queues in twinmq's own layout: one member a line, one message a line. */
export function documentText(queues: readonly DocumentQueue[]): string {
  const head = ['"$schema": "urn:twinmq:snapshot:1"', '"twinmq": 1']
  const whole = queues.some(({ messages = [] }) => messages.length > 0)
  const texts = queues.map((queue) => queueText(queue, whole))
  return `{\n${head.map((member) => `  ${member},\n`).join('')}  "queues": [${listed(texts, '    ')}\n  ]\n}\n`
}

/** `whole`: with its messages, even an empty list. Large documents are read only in this layout. */
function queueText({ messages = [], ...members }: DocumentQueue, whole: boolean): string {
  const lines = Object.entries(members).map(([name, value]) => `${JSON.stringify(name)}: ${valueText(value)}`)
  if (whole) lines.push(`"messages": [${listed(messages.map(valueText), '        ')}\n      ]`)
  return `{\n${lines.map((line) => `      ${line}`).join(',\n')}\n    }`
}

function listed(items: readonly string[], indent: string): string {
  return items.map((item) => `\n${indent}${item}`).join(',')
}

/** JSON on one line, with a blank after colons and commas. */
function valueText(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(valueText).join(', ')}]`
  if (typeof value !== 'object' || value === null) return JSON.stringify(value)
  const members = Object.entries(value)
    .filter(([, member]) => member !== undefined)
    .map(([name, member]) => `${JSON.stringify(name)}: ${valueText(member)}`)
  return members.length === 0 ? '{}' : `{ ${members.join(', ')} }`
}
