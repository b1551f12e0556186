/** Exit codes of version 2. Source: AWS CLI User Guide, command line return codes. */
export const exitCodes = { done: 0, usage: 252, configuration: 253, service: 254, failed: 255 } as const

/** Ends the command with a text on standard error and an exit code. */
export class Failure extends Error {
  readonly code: number

  constructor(code: number, said: string) {
    super(said)
    this.code = code
  }
}

/** Precedes every error about the words of a command. */
const usage = `
usage: aws [options] <command> <subcommand> [<subcommand> ...] [parameters]
To see help text, you can run:

  aws help
  aws <command> help
  aws <command> <subcommand> help

`

/** The words of the command are wrong. */
export function wrongWords(complaint: string): Failure {
  return new Failure(exitCodes.usage, `${usage}aws: error: ${complaint}\n`)
}

/** Some words are unknown. */
export function unknownWords(words: readonly string[]): Failure {
  return new Failure(exitCodes.usage, `${usage}Unknown options: ${words.join(', ')}\n`)
}

/** A value or its file is wrong. */
export function wrongValue(complaint: string): Failure {
  return new Failure(exitCodes.usage, `\n${complaint}\n`)
}

/** The value of one option cannot be read. */
export function wrongOption(option: string, complaint: string): Failure {
  return wrongValue(`Error parsing parameter '--${option}': ${complaint}`)
}

/** A word is not one of the choices, which are listed in two columns. */
export function wrongChoice(argument: string, given: string, choices: readonly string[], advice = ''): Failure {
  const lines: string[] = []
  for (let at = 0; at < choices.length; at += 2)
    lines.push(
      choices
        .slice(at, at + 2)
        .map((choice) => choice.padEnd(40))
        .join(' | '),
    )
  const near = choices.filter((choice) => isNear(choice, given))
  const meant =
    near.length > 0 ? `\n\n\nInvalid choice: '${given}', maybe you meant:\n\n  * ${near.join('\n  * ')}` : ''
  return wrongWords(`argument ${argument}: Invalid choice, valid choices are:\n\n${lines.join('\n')}${advice}${meant}`)
}

/** Whether the two differ in at most two adjacent letters. */
function isNear(choice: string, given: string): boolean {
  let start = 0
  while (start < given.length && given[start] === choice[start]) start += 1
  let end = 0
  while (end < given.length - start && given.at(-1 - end) === choice.at(-1 - end)) end += 1
  const different = Math.max(given.length, choice.length) - start - end
  return different > 0 && different <= 2 && given.length > 1
}
