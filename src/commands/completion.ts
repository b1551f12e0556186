import { subcommand } from './command-line.ts'
import { bashScript } from './completion/bash.ts'
import { fishScript } from './completion/fish.ts'
import { placesOf } from './completion/places.ts'
import { zshScript } from './completion/zsh.ts'
import { badOption, exitCodes, type Subcommand, type SubcommandRow } from './subcommand.ts'

const scripts = { bash: bashScript, zsh: zshScript, fish: fishScript } as const

/** The command that prints a script with which a shell completes commands, flags and their values. */
export function completionOf(rows: readonly SubcommandRow[]): Subcommand {
  return subcommand({
    summary: 'print the completion script of a shell',
    words: [Object.keys(scripts).join('|')],
    flags: {},
    about: `Prints a script that completes commands, flags, their values and files in a shell. Load it from the start file of the shell, as the examples show; for fish, save it.`,
    exits: { [exitCodes.done]: 'done', [exitCodes.badOption]: 'wrong usage' },
    examples: [
      'source <(twinmq completion bash)',
      'source <(twinmq completion zsh)',
      'twinmq completion fish > ~/.config/fish/completions/twinmq.fish',
    ],
    async run({ words: [shell] }) {
      const found = Object.entries(scripts).find(([name]) => name === shell)
      if (!found) throw badOption(`'${shell}' is not one of ${Object.keys(scripts).join(', ')}`)
      process.stdout.write(found[1](await placesOf(rows)))
      return exitCodes.done
    },
  })
}
