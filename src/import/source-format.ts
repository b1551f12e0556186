/** The format of a file to import. */
export type SourceFormat = 'elasticmq' | 'elasticmq-stored' | 'goaws'

/** All formats. */
export const sourceFormats: readonly SourceFormat[] = ['elasticmq', 'elasticmq-stored', 'goaws']

/** The format of a file by its name and content; undefined: neither shows it. */
export function formatOf(name: string, text: string): SourceFormat | undefined {
  if (isStored(text)) return 'elasticmq-stored'
  if (/\.ya?ml$/i.test(name)) return 'goaws'
  if (/^\s*"?queues"?(?:\s*[:={]|\.)/m.test(text)) return 'elasticmq'
  if (/\.(?:conf|hocon)$/i.test(name)) return 'elasticmq'
  return /^\S[^:{}]*:\s*(?:#.*)?$[\s\S]*^\s+-?\s*(?:Queues|Topics|Host)\s*:/im.test(text) ? 'goaws' : undefined
}

/** ElasticMQ writes only queues, each with all its settings on one line. */
function isStored(text: string): boolean {
  return /^queues \{\s/.test(text) && /^ \S+ \{[^\n]*copyTo=[^\n]*\}$/m.test(text)
}
