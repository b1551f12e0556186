import { agoText, spanText } from './age-text.ts'
import { type Change, type Difference, isObject, type Json, type JsonMembers } from './change.ts'

/** How a list of changes is put. */
type ChangeTextOptions = {
  /** To which ages and waits are told, epoch milliseconds. */
  readonly nowMs: number
  /** Of an account and region that go without saying. */
  readonly defaults: { readonly account: string; readonly region: string }
  /** Most changes of one kind of thing in one place; more are counted. */
  readonly limit: number
  /** Colours for a terminal. */
  readonly colours: boolean
}

const marks = { added: '+', gone: '-', changed: '~' } as const
const colourCodes: ReadonlyMap<string | undefined, string> = new Map([
  ['+', '32'],
  ['-', '31'],
  ['~', '33'],
])
const longestBody = 60
const longestOrder = 5

const words: Readonly<Record<string, string>> = { inFlight: 'in flight', moveTask: 'move task' }

/** Changes as lines that people read; each ends with a line feed. */
export function changeText(changes: readonly Change[], options: ChangeTextOptions): string {
  return limited(changes, options, '')
    .map((line) => `${coloured(line, options)}\n`)
    .join('')
}

function limited(changes: readonly Change[], options: ChangeTextOptions, indent: string): string[] {
  const shown = changes.slice(0, options.limit).flatMap((change) => linesOf(change, options, indent))
  const left = changes.length - options.limit
  return left > 0 ? [...shown, `${indent}… and ${left} more`] : shown
}

function linesOf(change: Change, options: ChangeTextOptions, indent: string): string[] {
  const { kind, thing, differences = [], parts = [] } = change
  if (kind !== 'changed') return [`${indent}${marks[kind]} ${titleOf(change)}${factsOf(change, options)}`]
  if (thing === 'group')
    return differences.map((difference) => `${indent}${marks.changed} ${orderText(change, difference)}`)
  if (thing !== 'queue' && thing !== 'topic' && thing !== 'account') {
    const said = differences.map((difference) => phraseOf(difference, options)).join(', ')
    return [`${indent}${marks.changed} ${titleOf(change)} ${said}`]
  }
  const place = change.account === undefined ? '' : ` (${change.account}/${change.region})`
  const inner = `${indent}  `
  return [
    `${indent}${titleOf(change)}${place}`,
    ...differences.map((difference) => `${inner}${settingLine(difference)}`),
    ...limited(parts, options, inner),
  ]
}

function titleOf({ thing, name, facts = {} }: Change): string {
  if (thing === 'message') return `message ${quoted(name)}`
  if (thing === 'delivery') return `delivery of ${quoted(name)} from ${facts.topic} to ${facts.subscription}`
  if (thing !== 'moveTask') return `${thing} ${name}`
  return `move task from ${name}${facts.destination === undefined ? '' : ` to ${facts.destination}`}`
}

function factsOf(change: Change, options: ChangeTextOptions): string {
  const said = factWords(change, options)
  return said.length === 0 ? '' : ` (${said.join(', ')})`
}

function factWords({ thing, account, region, facts = {} }: Change, options: ChangeTextOptions): string[] {
  const { defaults, nowMs } = options
  const near = account === undefined || (account === defaults.account && region === defaults.region)
  const place = near ? [] : [`${account}/${region}`]
  if (thing === 'queue') return [...place, counted(facts.messages, 'message')]
  if (thing === 'topic') return [...place, counted(facts.subscriptions, 'subscription')]
  if (thing === 'message') return messageFacts(facts, nowMs)
  if (thing === 'delivery')
    return [facts.tries === 1 ? '1 try' : `${facts.tries} tries`, `next ${ageOf(facts.next, nowMs)}`]
  if (thing === 'moveTask') return [`${facts.status}`, `${facts.moved} of ${facts.toMove} moved`]
  return Object.entries(facts).map(([name, value]) =>
    name === 'endpoint' ? `${value}` : `${name} ${valueText(value)}`,
  )
}

function messageFacts(facts: JsonMembers, nowMs: number): string[] {
  const until = facts.visibleAt === undefined ? '' : ` for ${spanText(Date.parse(`${facts.visibleAt}`) - nowMs)}`
  return [
    `${wordOf(facts.state)}${until}`,
    ...(facts.receives === undefined
      ? []
      : [facts.receives === 1 ? 'received once' : `received ${facts.receives} times`]),
    `sent ${ageOf(facts.sent, nowMs)}`,
    ...(facts.groupId === undefined ? [] : [`group ${quoted(`${facts.groupId}`)}`]),
    ...(facts.movedTo === undefined ? [] : [`now in ${facts.movedTo}`]),
    ...(facts.movedFrom === undefined ? [] : [`was in ${facts.movedFrom}`]),
  ]
}

/** A line of its own for what was told to a queue or topic: `VisibilityTimeout: 30 -> 45`. */
function settingLine({ name, from, to }: Difference): string {
  if (from === undefined) return `+ ${name}: ${valueText(to)}`
  if (to === undefined) return `- ${name}: ${valueText(from)}`
  return `${name}: ${valueText(from)} -> ${valueText(to)}`
}

/** A part of a line: `receives 1 -> 3`. */
function phraseOf({ name, from, to }: Difference, { nowMs }: ChangeTextOptions): string {
  if (name === 'state') return `${wordOf(from)} -> ${wordOf(to)}`
  if (name === 'sent' || name === 'visibleAt' || name === 'next')
    return `${instantWords[name]} ${agesOf(from, to, nowMs)}`
  if (name.startsWith('attributes.')) return attributePhrase({ name: name.slice('attributes.'.length), from, to })
  if (from === undefined) return `${name} ${valueText(to)} added`
  if (to === undefined) return `${name} ${valueText(from)} taken away`
  return `${name} ${valueText(from)} -> ${valueText(to)}`
}

/** Of one that is on both sides, the name ends in what of it has changed: its type or its value. */
function attributePhrase({ name, from, to }: { name: string; from: Json | undefined; to: Json | undefined }): string {
  if (from === undefined) return `+ attribute ${name}: ${attributeText(to)}`
  if (to === undefined) return `- attribute ${name}: ${attributeText(from)}`
  if (name.endsWith('.type')) return `attribute ${name.replace(/\.type$/, ' type')}: ${from} -> ${to}`
  return `attribute ${name.replace(/\.value$/, '')}: ${quoted(`${from}`)} -> ${quoted(`${to}`)}`
}

function attributeText(attribute: Json | undefined): string {
  return isObject(attribute) ? quoted(`${attribute.value}`) : valueText(attribute)
}

/** `order of group "g": "a", "b" -> "b", "a"`. */
function orderText({ name }: Change, { from, to }: Difference): string {
  return `order of group ${quoted(name)}: ${listText(from)} -> ${listText(to)}`
}

function listText(list: Json | undefined): string {
  const items = Array.isArray(list) ? list : []
  const shown = items.slice(0, longestOrder).map((item) => quoted(`${item}`))
  const left = items.length - shown.length
  return `${shown.join(', ')}${left > 0 ? ` … and ${left} more` : ''}`
}

const instantWords = { sent: 'sent', visibleAt: 'visible', next: 'next try' } as const

function ageOf(instant: Json | undefined, nowMs: number): string {
  return agoText(Date.parse(`${instant}`) - nowMs)
}

/** Where rounding hides the difference, to the millisecond. */
function agesOf(from: Json | undefined, to: Json | undefined, nowMs: number): string {
  const [before, after] = [ageOf(from, nowMs), ageOf(to, nowMs)]
  if (before !== after) return `${before} -> ${after}`
  const laterMs = Date.parse(`${to}`) - Date.parse(`${from}`)
  return `${before}, ${spanText(Math.abs(laterMs))} ${laterMs > 0 ? 'later' : 'earlier'}`
}

function valueText(value: Json | undefined): string {
  if (typeof value === 'string') return /^[\w:/.@+-]+$/.test(value) ? cut(value) : quoted(value)
  return cut(JSON.stringify(value))
}

function quoted(text: string): string {
  return JSON.stringify(cut(text))
}

/** By characters, none of which is cut in two. */
function cut(text: string): string {
  if (text.length <= longestBody) return text
  const characters = Array.from(text.slice(0, 2 * longestBody + 2))
  return characters.length <= longestBody ? text : `${characters.slice(0, longestBody).join('')}…`
}

function wordOf(word: Json | undefined): string {
  return words[`${word}`] ?? `${word}`
}

function counted(amount: Json | undefined, word: string): string {
  if (amount === 0) return word === 'message' ? 'empty' : `no ${word}s`
  return `${amount} ${word}${amount === 1 ? '' : 's'}`
}

function coloured(line: string, { colours }: ChangeTextOptions): string {
  const code = colours ? colourCodes.get(line.trimStart()[0]) : undefined
  return code === undefined ? line : `\u001b[${code}m${line}\u001b[0m`
}
