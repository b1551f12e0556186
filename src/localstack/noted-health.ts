type Members = Readonly<Record<string, unknown>>

/** Members that clients added to the document of health, which later requests see. */
export class NotedHealth {
  #noted: Members = {}

  /** Notes members; a name `a:b` is that of a member `b` of a member `a`. */
  note(members: Members): void {
    const nested = Object.entries(members).map(([name, value]) => {
      const colon = name.indexOf(':')
      return colon === -1 ? { [name]: value } : { [name.slice(0, colon)]: { [name.slice(colon + 1)]: value } }
    })
    for (const one of nested) this.#noted = merged(this.#noted, one)
  }

  /** A document with what was noted, where it does not say the same itself. */
  with(document: Members): Members {
    return merged(this.#noted, document)
  }
}

/** The members of both, those of the second before those of the first. */
function merged(first: Members, second: Members): Members {
  const all = new Map(Object.entries(first))
  for (const [name, value] of Object.entries(second)) {
    const known = all.get(name)
    all.set(name, isMembers(known) && isMembers(value) ? merged(known, value) : value)
  }
  return Object.fromEntries(all)
}

function isMembers(value: unknown): value is Members {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
