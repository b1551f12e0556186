import { choicesOf, type FlagRow } from '../subcommand.ts'
import { isFile, type Place, quoted } from './places.ts'

/** The completion script of fish. */
export function fishScript(places: readonly Place[]): string {
  const groups = places.filter(({ path, commands, flags }) => path.length > 0 && commands.length > 0 && !flags.help)
  return `# Completion of twinmq for fish.
function __twinmq_at
    set -l words (commandline -opc)
    set -l place ''
    if set -q words[2]; and not string match -q -- '-*' $words[2]
        set place $words[2]
        if contains -- $place ${groups.map(({ path }) => path.join(' ')).join(' ')}; and set -q words[3]
            set place "$place $words[3]"
        end
    end
    test "$place" = "$argv[1]"
end
complete -c twinmq -f
${places.flatMap(linesOf).join('\n')}
`
}

function linesOf(place: Place): readonly string[] {
  const at = `complete -c twinmq -n ${quoted(`__twinmq_at "${place.path.join(' ')}"`)}`
  return [
    ...place.commands.map(([name, summary]) => `${at} -f -a ${name} -d ${fishText(summary)}`),
    ...place.words.flatMap((word) =>
      isFile(word) ? [`${at} -F`] : choicesOf(word).map((choice) => `${at} -f -a ${choice}`),
    ),
    ...Object.entries(place.flags).map(([name, row]) => `${at} ${flagText(name, row)}`),
  ]
}

function flagText(name: string, { value, help, short }: FlagRow): string {
  const letter = short === undefined ? '' : ` -s ${short}`
  return `-l ${name}${letter}${valueText(value)} -d ${fishText(help)}`
}

function valueText(value: string | undefined): string {
  if (value === undefined) return ''
  if (isFile(value)) return ' -r -F'
  const choices = choicesOf(value)
  return choices.length > 0 ? ` -x -a ${fishText(choices.join(' '))}` : ' -x'
}

/** In single quotes fish reads a backslash before a quote or a backslash only. */
function fishText(text: string): string {
  return `'${text.replace(/['\\]/g, '\\$&')}'`
}
