/** What answers gave and later requests give back: handles, tokens and URLs. The newest few of each. */
export class Memory {
  readonly #kept = new Map<string, string[]>()

  /** Notes what an answer of either API and either form holds. */
  learn(body: string): void {
    for (const [, name, json, xml] of body.matchAll(members)) this.#keep(name!.toLowerCase(), json ?? xml ?? '')
  }

  /** What was given last under that name. */
  of(name: string): readonly string[] {
    return this.#kept.get(name.toLowerCase()) ?? ['none']
  }

  #keep(name: string, text: string): void {
    const texts = this.#kept.get(name) ?? []
    this.#kept.set(name, [text, ...texts].slice(0, mostKept))
  }
}

const mostKept = 12
const members = /(?<=["<])(ReceiptHandle|TaskHandle|NextToken|NextMarker|QueueUrl)(?:":"([^"]*)"|>([^<]*)<)/g
