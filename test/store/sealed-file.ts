import { createHash } from 'node:crypto'

const digestForm = /,\n {2}"digest": "([0-9a-f]{64})"(?=\n}\n$)/

/** The text of a data file as it would be without its seal. */
export function unsealed(file: string): string {
  return file.replace('  "sealed": true,\n', '').replace(digestForm, '')
}

/** The text of a data file after a change, with its right digest. */
export function sealedFileAnew(file: string): string {
  const text = file.replace(digestForm, ',\n')
  const start = text.slice(0, text.lastIndexOf('\n}\n'))
  return `${start}  "digest": "${createHash('sha256').update(start).digest('hex')}"\n}\n`
}
