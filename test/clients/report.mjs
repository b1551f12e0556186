import { groups, programs } from './programs.mjs'
import { scenarios } from './scenarios.mjs'

const marks = { passed: 'ok', failed: 'FAILED', skipped: 'skipped' }

/**
 * The tables of what each client did, a note for each dash, and a line for each failure.
 *
 * @param {Record<string, Record<string, { status: string, note?: string }>>} results by program, then by scenario
 * @returns {string}
 */
export function report(results) {
  const notes = []
  const tables = Object.keys(groups).map((group) => tableOf(group, results, notes))
  const dashes = notes.map((note, index) => `  –${index + 1}  ${note}`)
  const parts = [...tables, dashes.join('\n'), remarks(results).join('\n'), failures(results).join('\n')]
  return parts.filter((part) => part !== '').join('\n\n')
}

/**
 * Counts outcomes. What a client cannot express is no test and is not counted.
 *
 * @returns {{ passed: number, failed: number, skipped: number }}
 */
export function countOutcomes(results) {
  const counts = { passed: 0, failed: 0, skipped: 0 }
  for (const { status } of Object.values(results).flatMap(Object.values)) if (status in counts) counts[status]++
  return counts
}

function tableOf(group, results, notes) {
  const columns = programs.filter((program) => program.group === group && results[program.name])
  if (columns.length === 0) return ''
  const rows = Object.keys(scenarios[group]).map((id) => [
    id,
    ...columns.map(({ name }) => cell(results[name][id], notes)),
  ])
  return align([[groups[group], ...columns.map((program) => program.column)], ...rows])
}

function cell({ status, note }, notes) {
  if (status !== 'inexpressible') return marks[status]
  if (!notes.includes(note)) notes.push(note)
  return `–${notes.indexOf(note) + 1}`
}

function align(rows) {
  const widths = rows[0].map((_cell, column) => Math.max(...rows.map((row) => row[column].length)))
  return rows
    .map((row) =>
      row
        .map((text, column) => text.padEnd(widths[column]))
        .join('  ')
        .trimEnd(),
    )
    .join('\n')
}

/** What a program had to say about scenarios that passed, such as how much it did. */
function remarks(results) {
  return Object.entries(results).flatMap(([name, outcomes]) => {
    const told = Object.entries(outcomes).filter(([, { status, note }]) => status === 'passed' && note)
    return told.map(([id, { note }]) => `  ${name} ${id}: ${note}`)
  })
}

/** A fault that broke several scenarios of a program is told once. */
function failures(results) {
  return programs.flatMap(({ name, group }) => {
    const byNote = new Map()
    for (const [id, { status, note }] of Object.entries(results[name] ?? {})) {
      if (status === 'failed')
        byNote.set(note, [...(byNote.get(note) ?? []), `${id}: ${scenarios[group][id] ?? 'unknown'}`])
    }
    return [...byNote].map(([note, lines]) => `FAILED ${name} ${lines.join(`\nFAILED ${name} `)}\n       ${note}`)
  })
}
