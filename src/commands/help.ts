import { colouredHelp } from '../text/colours.ts'
import { exitCodes, type FlagRows, type Subcommand, type SubcommandGroup, type SubcommandRow } from './subcommand.ts'

const lineWidth = 80
const title = 'twinmq emulates Amazon SQS and Alibaba Cloud MNS over one set of queues.'

/** The commands and options that most people need. */
export async function shortHelp(rows: readonly SubcommandRow[]): Promise<string> {
  const start = await rows[0]!.load()
  const common = Object.entries('flags' in start ? start.flags : {}).filter(([, { common }]) => common)
  const others = rows.filter(({ common }) => !common).map(({ name }) => name)
  return `${title}

Usage: twinmq [start] [options]
       twinmq COMMAND [options]

Commands:
${await tableText(rows.filter((row) => row.common))}  ${wrapped(`and ${others.join(', ')}`, 2)}

Options of start:
${flagsText(Object.fromEntries(common.map(([name, { variable: _, ...row }]) => [name, row])))}
All commands and options: twinmq --help-all. One command: twinmq help COMMAND
`
}

/** All commands, and all options of the first. */
export async function fullHelp(rows: readonly SubcommandRow[]): Promise<string> {
  return `${title}

Usage: twinmq [COMMAND] [options]

Commands (twinmq help COMMAND explains one):
${await tableText(rows)}
${await usageOf('twinmq start', await rows[0]!.load())}`
}

/** Everything that the row of a command says. */
export async function usageOf(path: string, row: Subcommand | SubcommandGroup): Promise<string> {
  if ('rows' in row)
    return `Usage: ${path} COMMAND [options]

${filledText(row.about)}

Commands (twinmq help ${path.replace(/^twinmq /, '')} COMMAND explains one):
${await tableText(row.rows)}`
  const help = { help: { help: 'print this help' } }
  const { shared = {}, sharedTitle = 'Common options' } = row
  const parts = [
    `Usage: ${wrapped(usageLine(path, row), 7 + path.length + 1)}\n`,
    `${filledText(row.about)}\n`,
    `Options:\n${flagsText({ ...row.flags, ...help })}`,
    ...(Object.keys(shared).length > 0 ? [`${sharedTitle}:\n${flagsText(shared)}`] : []),
    `Exit codes:\n${columns(Object.entries(row.exits))}`,
    ...(row.examples ? [`Examples:\n${row.examples.map((line) => `  ${line}\n`).join('')}`] : []),
  ]
  return parts.join('\n')
}

/** The words and flags of a command in one line. */
export function usageLine(path: string, { words, flags, shared }: Subcommand): string {
  const own = Object.entries(flags).map(([name, { value, many }]) => {
    const text = `[--${name}${value === undefined ? '' : ` ${value}`}]`
    return many ? `${text}...` : text
  })
  return [path, ...words, ...(own.length > 10 ? ['[options]'] : [...own, ...(shared ? ['[options]'] : [])])].join(' ')
}

/** Writes a help to standard output. */
export function printHelp(text: string): number {
  process.stdout.write(colouredHelp(text))
  return exitCodes.done
}

async function tableText(rows: readonly SubcommandRow[]): Promise<string> {
  return columns(await Promise.all(rows.map(async ({ name, load }) => [name, (await load()).summary] as const)))
}

function flagsText(flags: FlagRows): string {
  return columns(
    Object.entries(flags).map(([name, { value, help, variable, short }]) => [
      `${short === undefined ? '' : `-${short}, `}--${name}${value === undefined ? '' : ` ${value}`}`,
      variable === undefined ? help : `${help} [${variable}]`,
    ]),
  )
}

/** Two columns; a left cell that is too wide has a line of its own. */
function columns(cells: readonly (readonly [left: string, right: string])[]): string {
  const width = Math.min(26, Math.max(...cells.map(([left]) => left.length)) + 2)
  return cells
    .map(([left, right]) => {
      const text = wrapped(right, width + 2)
      return left.length + 2 > width
        ? `  ${left}\n${' '.repeat(width + 2)}${text}\n`
        : `  ${left.padEnd(width)}${text}\n`
    })
    .join('')
}

function filledText(text: string): string {
  return text
    .split('\n\n')
    .map((paragraph) => (paragraph.startsWith('  ') ? paragraph : wrapped(paragraph, 0)))
    .join('\n\n')
}

/** Breaks a text into lines; those after the first begin at `indent`. Brackets that belong to a flag stay whole. */
function wrapped(text: string, indent: number): string {
  const lines = ['']
  for (const word of text.match(/\[--[^\]]*\](?:\.\.\.)?|\S+/g) ?? []) {
    const line = lines.at(-1)!
    if (line !== '' && indent + line.length + 1 + word.length > lineWidth) lines.push(word)
    else lines[lines.length - 1] = line === '' ? word : `${line} ${word}`
  }
  return lines.join(`\n${' '.repeat(indent)}`)
}
