/** Exit codes of the command. */
export const exitCodes = {
  done: 0,
  failed: 1,
  badOption: 2,
  portInUse: 3,
  dataUnusable: 4,
  nothingCame: 5,
  notWritten: 6,
} as const

/** A flag of a command. */
export type FlagRow = {
  /** Word for its value: `FILE`, or `a|b` for one of some words; absent: the flag takes none. */
  readonly value?: string
  /** One line of the help. */
  readonly help: string
  /** The variable that replaces it. */
  readonly variable?: string
  /** One letter. */
  readonly short?: string
  /** It can be given several times. */
  readonly many?: true
  /** The short help lists it. */
  readonly common?: true
}

/** Flags by name, without dashes. */
export type FlagRows = Readonly<Record<string, FlagRow>>

/** One thing that the command does. Parser, help, completion and the configuration page read this row. */
export type Subcommand = {
  /** One line of the list of commands. */
  readonly summary: string
  /** Words besides flags: `NAME`, `[NAME]` if it can be omitted, `NAME...` for one or more. Choices are written `a|b`. */
  readonly words: readonly string[]
  readonly flags: FlagRows
  /** Flags that it has in common with other commands. */
  readonly shared?: FlagRows
  /** The heading of the shared flags in the help. */
  readonly sharedTitle?: string
  /** The help in full sentences; the configuration page shows the first paragraph. */
  readonly about: string
  /** What its exit codes mean. */
  readonly exits: Readonly<Record<number, string>>
  readonly examples?: readonly string[]
  /** Runs it with the words after its name. Returns the exit code; undefined: it runs until a signal. Rejects with `CommandFailure`. */
  readonly run: (words: readonly string[]) => Promise<number | undefined>
}

/** Several commands; the next word selects one. */
export type SubcommandGroup = {
  readonly summary: string
  readonly about: string
  readonly rows: readonly SubcommandRow[]
}

/** A command by its name. Its module is loaded when it is needed. */
export type SubcommandRow = {
  readonly name: string
  /** The short help lists it. */
  readonly common?: true
  readonly load: () => Promise<Subcommand | SubcommandGroup>
}

/** Why a command failed: its message is one line for people. */
export class CommandFailure extends Error {
  override readonly name = 'CommandFailure'
  readonly code: number

  constructor(code: number, message: string) {
    super(message)
    this.code = code
  }
}

/** A flag or word is wrong: exit code 2. */
export function badOption(problem: string): CommandFailure {
  return new CommandFailure(exitCodes.badOption, `${problem}${problem.endsWith('?') ? '' : ';'} --help says more`)
}

/** The words that a flag or a word of a command takes, if they are listed. */
export function choicesOf(value: string): readonly string[] {
  return value.includes('|') ? value.replace(/^\[|\]$/g, '').split('|') : []
}
