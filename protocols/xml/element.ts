/** One element as a protocol reads it: attributes, namespaces and prefixes are left out. */
export type XmlElement = {
  readonly name: string
  /** All text directly inside, entities resolved; CDATA counts as text. */
  readonly text: string
  readonly children: readonly XmlElement[]
}

/** An element whose end has not been read yet. */
export type OpenElement = { name: string; text: string; children: OpenElement[] }

/** What a document may cost. */
export type XmlLimits = {
  /** Elements open at once, the root included. */
  readonly depth: number
  /** Elements in all. */
  readonly elements: number
}
