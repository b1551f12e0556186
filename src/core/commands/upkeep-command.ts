/** Carries out work that is due: drops expired messages, steps move tasks. */
export type Tick = { readonly kind: 'tick' }

/** Remembers the time, so that a manual clock goes on from there after a restart. */
export type NoteTime = { readonly kind: 'noteTime' }

/** Counts a start of a run with a seed, which no other start of this state shares. The count of commands stays as it is. */
export type StartRun = { readonly kind: 'startRun' }

/** Empties the whole state and starts the count of commands, and with it the ids, again. */
export type Reset = { readonly kind: 'reset' }
