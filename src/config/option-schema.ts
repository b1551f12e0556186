import type { options } from './options.ts'

type Option = (typeof options)[number]

/** The JSON Schema of one option, made of its row: what it takes in a config file. */
export function optionSchema({ value, many, meaning }: Option): object {
  const one = valueSchema(value)
  const description = meaning
  return many ? { anyOf: [{ type: 'array', items: one }, one], description } : { ...one, description }
}

/** By the word for the value in the help. Absent: it is on or off. */
function valueSchema(value: string | undefined): object {
  if (value === undefined) return { type: 'boolean' }
  const range = /^(\d+)-(\d+)$/.exec(value)
  if (range) return { type: 'integer', minimum: Number(range[1]), maximum: Number(range[2]) }
  if (value === 'WHOLE NUMBER') return { type: 'integer', minimum: 0 }
  if (value === 'INSTANT') return { type: ['string', 'integer'] }
  return value.includes('|') ? { enum: value.split('|') } : { type: 'string', minLength: 1 }
}
