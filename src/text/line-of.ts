/** Number of the line, from 1, that holds the character at a position. */
export function lineOfPosition(text: string, position: number): number {
  let line = 1
  for (let at = text.indexOf('\n'); at >= 0 && at < position; at = text.indexOf('\n', at + 1)) line += 1
  return line
}
