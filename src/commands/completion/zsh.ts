import { choicesOf, type FlagRow } from '../subcommand.ts'
import { isFile, type Place, quoted } from './places.ts'

/** The completion script of zsh. It works as a file in `fpath` and when it is sourced. */
export function zshScript(places: readonly Place[]): string {
  return `#compdef twinmq
${places.map((place) => functionOf(place, places)).join('')}
if [[ $funcstack[1] == _twinmq ]]; then _twinmq "$@"
else
  (( $+functions[compdef] )) || { autoload -Uz compinit && compinit }
  compdef _twinmq twinmq
fi
`
}

function nameOf({ path }: Pick<Place, 'path'>): string {
  return ['_twinmq', ...path].join('_').replaceAll('-', '_')
}

function functionOf(place: Place, places: readonly Place[]): string {
  const flags = Object.entries(place.flags).flatMap(([name, row]) => flagSpecs(name, row))
  const below = places.filter(({ path }) => path.length === place.path.length + 1 && isBelow(path, place.path))
  const words = place.words.map((word) => `${word.endsWith('...') ? '*' : ''}:${label(word)}:${actionOf(word)}`)
  const commands = place.commands.map(([name, summary]) => `${name}:${summary}`)
  const describe = `_describe command ${variableOf(place)}`
  const specs = [
    ...flags.map(quoted),
    ...words.map(quoted),
    ...(commands.length > 0 ? [quoted(below.length > 0 ? `1: :->command` : `*: :->command`)] : []),
    ...(below.length > 0 ? [quoted('*:: :->rest')] : []),
  ]
  return `
${nameOf(place)}() {
  local state line context
  typeset -A opt_args
${commands.length > 0 ? `  local -a ${variableOf(place)}\n  ${variableOf(place)}=(\n${commands.map((text) => `    ${quoted(text)}\n`).join('')}  )\n` : ''}  _arguments -C${specs.map((spec) => ` \\\n    ${spec}`).join('')}
${commands.length > 0 ? `  case $state in\n    command) ${describe} ;;\n${below.length > 0 ? `    rest) case $words[1] in\n${below.map((next) => `      ${next.path.at(-1)}) ${nameOf(next)} ;;\n`).join('')}    esac ;;\n` : ''}  esac\n` : ''}}
`
}

function isBelow(path: readonly string[], start: readonly string[]): boolean {
  return start.every((name, at) => path[at] === name)
}

function variableOf({ path }: Place): string {
  return ['commands', ...path].join('_').replaceAll('-', '_')
}

function flagSpecs(name: string, { value, help, short, many }: FlagRow): readonly string[] {
  const text = `[${help.replace(/[[\]\\:]/g, '\\$&')}]`
  const argument = value === undefined ? '' : `:${label(value)}:${actionOf(value)}`
  const repeated = many ? '*' : ''
  return [
    `${repeated}--${name}${value === undefined ? '' : '='}${text}${argument}`,
    ...(short === undefined ? [] : [`${repeated}-${short}${text}${argument}`]),
  ]
}

function label(value: string): string {
  return value.replace(/[^\w|.=-]/g, ' ').replaceAll('|', ' or ')
}

function actionOf(value: string): string {
  if (isFile(value)) return '_files'
  const choices = choicesOf(value)
  return choices.length > 0 ? `(${choices.join(' ')})` : ' '
}
