/** The words of a command line, with the quotes and backslashes of a POSIX shell. Source: POSIX, Shell Command Language, 2.2. */
export function wordsOf(line: string): string[] {
  const words: string[] = []
  for (const [word] of line.matchAll(/(?:'[^']*'|"(?:\\.|[^"\\])*"|\\.|[^\s'"\\])+/gs))
    words.push(word.replace(/'([^']*)'|"((?:\\.|[^"\\])*)"|\\(.)|([^'"\\]+)/gs, unquoted))
  return words
}

function unquoted(all: string, single?: string, double?: string, escaped?: string): string {
  return single ?? double?.replace(/\\(["\\$`])/g, '$1') ?? escaped ?? all
}
