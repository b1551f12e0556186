/** The member stands in the head of the document, as twinmq writes it and as it stays when it is laid out anew. */
const headBytes = 64 * 1024
const savedAtForm = /"savedAt"\s*:\s*"([^"\\]{1,40})"|^savedAt:\s*["']?([\w:.+-]{1,40})/m

/** What follows the head, whose values can hold anything. */
const bodyStart = /"(?:queues|topics|deliveries)"\s*:|^(?:queues|topics|deliveries):/m

/** When a document says that it was saved, epoch milliseconds, and all of its bytes, which can be read once. */
export async function withSavedAt(
  bytes: AsyncIterable<Uint8Array>,
): Promise<{ readonly savedAtMs: number | undefined; readonly all: AsyncIterable<Uint8Array> }> {
  const blocks = bytes[Symbol.asyncIterator]()
  const first: Uint8Array[] = []
  let size = 0
  while (size < headBytes) {
    const next = await blocks.next()
    if (next.done) break
    first.push(next.value)
    size += next.value.length
  }
  return { savedAtMs: savedAtIn(Buffer.concat(first).toString('utf8', 0, headBytes)), all: continued(first, blocks) }
}

function savedAtIn(text: string): number | undefined {
  const end = bodyStart.exec(text)?.index ?? text.length
  const [, inJson, inYaml = ''] = savedAtForm.exec(text.slice(0, end)) ?? []
  const savedAtMs = Date.parse(inJson ?? inYaml)
  return Number.isNaN(savedAtMs) ? undefined : savedAtMs
}

async function* continued(first: Uint8Array[], blocks: AsyncIterator<Uint8Array>): AsyncGenerator<Uint8Array> {
  for (let block = first.shift(); block; block = first.shift()) yield block
  for (let next = await blocks.next(); !next.done; next = await blocks.next()) yield next.value
}
