import type { MessageGroup } from './message-group.ts'

/** Message groups in line, linked to each other: joining and leaving are O(1) wherever a group stands. */
export class GroupLine {
  first: MessageGroup | undefined
  #last: MessageGroup | undefined

  /** Puts a group at the end; one that stands in line already keeps its place. */
  join(group: MessageGroup): void {
    if (group.inLine) return
    group.inLine = true
    group.before = this.#last
    if (this.#last) this.#last.behind = group
    else this.first = group
    this.#last = group
  }

  leave(group: MessageGroup): void {
    if (!group.inLine) return
    group.inLine = false
    if (group.before) group.before.behind = group.behind
    else this.first = group.behind
    if (group.behind) group.behind.before = group.before
    else this.#last = group.before
    group.before = undefined
    group.behind = undefined
  }
}
