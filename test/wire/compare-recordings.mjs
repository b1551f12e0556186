#!/usr/bin/env node
/*
 * Compares two recordings of the wire: what was asked and what was answered.
 *
 *   TWINMQ_RECORD_WIRE=before.jsonl npx vitest run --project source test/wire test/protocols test/localstack test/server
 *   node test/wire/compare-recordings.mjs before.jsonl after.jsonl [--exact]
 *
 * Ids and handles may differ, as long as each stands in the same places, and so may dates and signatures in headers; `--exact`
 * compares them too.
 * Exit code 0: equal. 1: they differ. 2: a file cannot be read.
 */
import { readFileSync } from 'node:fs'

const shown = 40
const idMembers =
  'MessageId|ReceiptHandle|RequestId|TaskHandle|NextToken|NextMarker|DLQOriginMessageId|MessageDeduplicationId|SequenceNumber'
/** Values that a run makes up, in XML and in JSON, which may stand in a text of JSON itself. */
const madeUp = [
  new RegExp(`<(?:${idMembers})>([^<]+)<`, 'g'),
  new RegExp(`\\\\?"(?:${idMembers})\\\\?":\\s*\\\\?"([^"\\\\]+)`, 'g'),
  /"(?:x-amzn-requestid|x-mns-request-id|x-amz-request-id)":"([^"]+)"/gi,
]

/** Headers of those tests that keep to the clock of the machine. */
const dated = /"(date|x-amz-date|authorization|amz-sdk-invocation-id)":"[^"]+"/gi

const exact = process.argv.includes('--exact')
const files = process.argv.slice(2).filter((argument) => !argument.startsWith('--'))
if (files.length !== 2) stop('usage: compare-recordings.mjs BEFORE AFTER [--exact]')
const [before, after] = files.map(read)

/** Entries by what they are part of, in order. */
function read(file) {
  const groups = new Map()
  try {
    for (const line of readFileSync(file, 'utf8').split('\n')) {
      if (line === '') continue
      const entry = JSON.parse(line)
      groups.set(entry.of, [...(groups.get(entry.of) ?? []), entry])
    }
  } catch (fault) {
    stop(`${file} is not a recording: ${fault.message}`)
  }
  if (groups.size === 0) stop(`${file} holds no answers`)
  return groups
}

function stop(line) {
  console.error(line)
  process.exit(2)
}

/** Entries as texts, with a name in the place of every value that was made up: the same value, the same name. */
function masked(entries) {
  const texts = entries.map((entry) => JSON.stringify(entry).replaceAll(dated, '"$1":"{dated}"'))
  const names = new Map()
  for (const text of texts)
    for (const form of madeUp)
      for (const [, value] of text.matchAll(form)) if (!names.has(value)) names.set(value, `{${names.size + 1}}`)
  const longestFirst = [...names].sort(([a], [b]) => b.length - a.length)
  return texts.map((text) => longestFirst.reduce((masking, [value, name]) => masking.replaceAll(value, name), text))
}

const differences = []
let equal = 0
let equalButForIds = 0

function compare(of) {
  const [was, is] = [before.get(of) ?? [], after.get(of) ?? []]
  const [wasMasked, isMasked] = [masked(was), masked(is)]
  const places = Array.from({ length: Math.max(was.length, is.length) }, (_, index) => index)
  const same = (index) => JSON.stringify(was[index]) === JSON.stringify(is[index])
  const sameMasked = (index) => wasMasked[index] === isMasked[index]
  const wrong = places.filter((index) => !same(index) && (exact || !sameMasked(index)))
  // An answer that is the same, but speaks of an id that the answers before it had otherwise.
  const strange = wrong.length > 0 || exact ? [] : places.filter((index) => !sameMasked(index))
  differences.push(...[...wrong, ...strange].map((index) => ({ of, was: was[index], is: is[index] })))
  equal += places.filter(same).length - strange.length
  equalButForIds += places.filter((index) => !same(index) && !wrong.includes(index)).length
}

function print({ of, was, is }) {
  const { number, request } = was ?? is
  console.log(`\n${of}, request ${number}: ${request.method} ${request.target}`)
  if (!was || !is) return console.log(was ? '  is in the first recording only' : '  is in the second recording only')
  if (JSON.stringify(was) === JSON.stringify(is))
    return console.log('  speaks of an id that an earlier answer had otherwise')
  for (const part of ['request', 'status', 'headers', 'body']) {
    const [a, b] = [was[part], is[part]].map((value) => (typeof value === 'string' ? value : JSON.stringify(value)))
    if (a !== b) console.log(`  ${part}\n    - ${a}\n    + ${b}`)
  }
}

for (const of of [...new Set([...before.keys(), ...after.keys()])].sort()) compare(of)
for (const difference of differences.slice(0, shown)) print(difference)
if (differences.length > shown) console.log(`\n… and ${differences.length - shown} more`)
console.log(
  `${equal} answers are equal, ${equalButForIds} differ in ids, handles and dates only, ${differences.length} differ.`,
)
process.exit(differences.length > 0 ? 1 : 0)
