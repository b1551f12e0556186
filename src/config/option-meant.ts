import { nearest } from '../text/did-you-mean.ts'
import { type NamedOption, options } from './options.ts'

/** A name as flags have it, without dashes in front: `tlsCert`, `TLS_CERT` and `--tls-cert` all give `tls-cert`. */
export function flagWords(written: string): string {
  return written
    .replace(/^-+/, '')
    .replace(/(?<=[a-z])(?=[A-Z])/g, '-')
    .replaceAll('_', '-')
    .toLowerCase()
}

/** The option that someone most likely meant by a flag, a variable, a key, or something close to one. */
export function optionMeant(written: string): NamedOption | undefined {
  const words = flagWords(written.replace(/^TWINMQ_/, ''))
  const meant = nearest(
    words,
    options.map(({ flag }) => flag.slice(2)),
  )
  return options.find(({ flag }) => flag === `--${meant}`)
}
