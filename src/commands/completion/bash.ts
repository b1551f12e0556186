import { choicesOf } from '../subcommand.ts'
import { choicesAt, isFile, type Place, quoted } from './places.ts'

/** The completion script of bash, which also runs in version 3.2. */
export function bashScript(places: readonly Place[]): string {
  const groups = places.filter(({ path, commands, flags }) => path.length > 0 && commands.length > 0 && !flags.help)
  return `# Completion of twinmq for bash.
_twinmq() {
  local word=\${COMP_WORDS[COMP_CWORD]} before=\${COMP_WORDS[COMP_CWORD-1]} place= words= values= files=
  # bash makes a word of its own of the = in --flag=value.
  if [[ $word == = ]]; then word=
  elif [[ $before == = ]]; then before=\${COMP_WORDS[COMP_CWORD-2]}
  fi
  if (( COMP_CWORD > 1 )) && [[ \${COMP_WORDS[1]} != -* ]]; then
    place=\${COMP_WORDS[1]}
    case $place in
      ${groups.map(({ path }) => path.join(' ')).join('|')}) if (( COMP_CWORD > 2 )); then place="$place \${COMP_WORDS[2]}"; fi ;;
    esac
  fi
  case $place in
${places.map(caseOf).join('')}  esac
  COMPREPLY=()
  local IFS=$' \\t\\n'
  if [[ -n $values ]]; then
    [[ $values == - ]] || COMPREPLY=($(compgen -W "$values" -- "$word"))
    return
  fi
  if [[ -z $files || $word == -* ]]; then COMPREPLY=($(compgen -W "$words" -- "$word")); fi
  if [[ -n $files && $word != -* ]]; then
    IFS=$'\\n'
    compopt -o filenames 2>/dev/null
    COMPREPLY=($(compgen -f -- "$word"))
  fi
}
complete -F _twinmq twinmq
`
}

/** Sets \`words\`, and after a flag with a value \`values\` (\`-\`: nothing is known of it) or \`files\`. */
function caseOf(place: Place): string {
  const flags = Object.entries(place.flags)
  const names = flags.map(([name]) => `--${name}`)
  const valued = flags.flatMap(([name, { value, short }]) => {
    if (value === undefined) return []
    const pattern = short === undefined ? `--${name}` : `--${name}|-${short}`
    const choices = choicesOf(value)
    if (isFile(value)) return [`        ${pattern}) files=1 ;;\n`]
    return [`        ${pattern}) values=${quoted(choices.length > 0 ? choices.join(' ') : '-')} ;;\n`]
  })
  const takesFile = place.words.some(isFile)
  return `    ${quoted(place.path.join(' '))})
      words=${quoted([...choicesAt(place), ...names].join(' '))}
      case $before in
${valued.join('')}        *) files=${takesFile ? '1' : ''} ;;
      esac ;;
`
}
