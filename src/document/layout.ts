import { linesOf } from './lines.ts'
import type { DocumentReader } from './reader.ts'
import { BadLine } from './unreadable.ts'
import { ValidationError } from './values.ts'

/** How the document is laid out: lines that stand between its parts. Each member, each topic, each delivery, each message and each item of the other lists of a queue has a line of its own. */
export const layout = {
  start: '{',
  member: '  "',
  queues: '  "queues": [',
  queue: '    {',
  queueMember: '      "',
  recentSends: '      "recentSends": [',
  receiveAttempts: '      "receiveAttempts": [',
  messages: '      "messages": [',
  item: '        ',
  listEnd: '      ]',
  queueEnd: '    }',
  queuesEnd: '  ]',
  topics: '  "topics": [',
  deliveries: '  "deliveries": [',
  partItem: '    ',
  partEnd: '  ]',
  digest: '  "digest": ',
  end: '}',
} as const

/** The part of the document to which the next line belongs. */
type Part =
  | 'start'
  | 'head'
  | 'queues'
  | 'queue'
  | 'lists'
  | List
  | 'queueEnd'
  | 'end'
  | OuterList
  | 'digested'
  | 'rest'

/** The lists of a queue, in their order; messages are always there. */
type List = 'recentSends' | 'receiveAttempts' | 'messages'

const lists: ReadonlyMap<string, List> = new Map([
  [layout.recentSends, 'recentSends'],
  [layout.receiveAttempts, 'receiveAttempts'],
  [layout.messages, 'messages'],
])

/** The lists that follow the queues, in their order; each is left out if it is empty. */
type OuterList = 'topics' | 'deliveries'

/** What may follow the queues. */
const outerParts: ReadonlyMap<string, Part> = new Map([
  [layout.topics, 'topics'],
  [layout.deliveries, 'deliveries'],
  [layout.end, 'rest'],
])

/** Members before a list take a few lines; text without end in their place is another layout. */
const longestMembers = 16 * 1024 * 1024

/**
 * Reads a document of any size line by line. It must be laid out as it is written, though commas at the end of lines are
 * not looked at; where it is not, throws `BadLine`.
 */
export async function readLayout(blocks: AsyncIterable<Uint8Array>, reader: DocumentReader): Promise<void> {
  const layoutReader = new LayoutReader(reader)
  const { lines } = await linesOf(blocks, (line) => layoutReader.line(line))
  if (!layoutReader.complete) throw new BadLine(lines + 1, 'the file ends before the document does')
}

class LayoutReader {
  readonly #reader: DocumentReader
  #part: Part = 'start'
  /** Lines with the members of the document, or of a queue, so far. */
  #members = ''

  /** Reads a line of each part, and says to which the next one belongs. */
  readonly #parts: { readonly [P in Part]: (line: string) => Part } = {
    start: (line) => (line === layout.start ? this.#begin('head') : notExpected()),
    head: (line) => (line === layout.queues ? this.#head() : this.#member(line, layout.member, 'head')),
    queues: (line) => (line === layout.queue ? this.#begin('queue') : only(line, layout.queuesEnd, 'end')),
    queue: (line) => (lists.has(line) ? this.#queue(line) : this.#member(line, layout.queueMember, 'queue')),
    recentSends: (line) => this.#item(line, 'recentSends', 'lists', (value) => this.#reader.recentSend(value)),
    receiveAttempts: (line) =>
      this.#item(line, 'receiveAttempts', 'lists', (value) => this.#reader.receiveAttempt(value)),
    lists: (line) => lists.get(line) ?? notExpected(),
    messages: (line) => this.#item(line, 'messages', 'queueEnd', (value) => this.#reader.message(value)),
    queueEnd: (line) => only(line, layout.queueEnd, 'queues'),
    end: (line) => outerParts.get(line) ?? this.#digest(line),
    topics: (line) => this.#outerItem(line, 'topics', (value) => this.#reader.topic(value)),
    deliveries: (line) => this.#outerItem(line, 'deliveries', (value) => this.#reader.delivery(value)),
    digested: (line) => only(line, layout.end, 'rest'),
    rest: (line) => only(line, '', 'rest'),
  }

  constructor(reader: DocumentReader) {
    this.#reader = reader
  }

  get complete(): boolean {
    return this.#part === 'rest'
  }

  line(line: string): void {
    this.#part = this.#parts[this.#part](line.endsWith(',') ? line.slice(0, -1) : line)
  }

  #begin(part: Part): Part {
    this.#members = ''
    return part
  }

  #member(line: string, beginning: string, part: Part): Part {
    if (!line.startsWith(beginning)) return notExpected()
    this.#members += this.#members === '' ? line : `,${line}`
    return this.#members.length > longestMembers ? notExpected() : part
  }

  #head(): Part {
    this.#reader.head(JSON.parse(`{${this.#members}}`))
    return 'queues'
  }

  #queue(line: string): Part {
    this.#reader.queue(JSON.parse(`{${this.#members}}`))
    return lists.get(line) ?? notExpected()
  }

  #digest(line: string): Part {
    if (!line.startsWith(layout.digest)) return notExpected()
    this.#reader.digest(JSON.parse(line.slice(layout.digest.length)))
    return 'digested'
  }

  #outerItem(line: string, part: OuterList, read: (value: unknown) => void): Part {
    if (line === layout.partEnd) return 'end'
    if (!line.startsWith(layout.partItem)) notExpected()
    read(JSON.parse(line))
    return part
  }

  #item(line: string, part: List, next: Part, read: (value: unknown) => void): Part {
    if (line === layout.listEnd) return next
    if (!line.startsWith(layout.item)) notExpected()
    read(JSON.parse(line))
    return part
  }
}

function only(line: string, expected: string, next: Part): Part {
  return line === expected ? next : notExpected()
}

function notExpected(): never {
  throw new ValidationError('this line is not in the layout that twinmq writes')
}
