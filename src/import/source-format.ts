/** What a file to import is. */
export type SourceFormat = 'elasticmq' | 'elasticmq-stored' | 'goaws'

/** All of them. */
export const sourceFormats: readonly SourceFormat[] = ['elasticmq', 'elasticmq-stored', 'goaws']

/** What a file is by its name and content; undefined: neither tells. */
export function formatOf(name: string, text: string): SourceFormat | undefined {
  if (isStored(text)) return 'elasticmq-stored'
  if (/\.ya?ml$/i.test(name)) return 'goaws'
  if (/^\s*"?queues"?(?:\s*[:={]|\.)/m.test(text)) return 'elasticmq'
  if (/\.(?:conf|hocon)$/i.test(name)) return 'elasticmq'
  return /^\S[^:{}]*:\s*(?:#.*)?$[\s\S]*^\s+-?\s*(?:Queues|Topics|Host)\s*:/im.test(text) ? 'goaws' : undefined
}

/** ElasticMQ writes nothing but queues, each with all its settings on one line. */
function isStored(text: string): boolean {
  return /^queues \{\s/.test(text) && /^ \S+ \{[^\n]*copyTo=[^\n]*\}$/m.test(text)
}
