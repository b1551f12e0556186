import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs'

/** Empties the file that `TWINMQ_RECORD_WIRE` names, and puts its lines in order once all tests have run. Called by vitest. */
export default function startRecording(): (() => void) | undefined {
  const file = process.env.TWINMQ_RECORD_WIRE
  if (!file) return undefined
  rmSync(file, { force: true })
  return () => {
    if (existsSync(file)) writeFileSync(file, inOrder(readFileSync(file, 'utf8')))
  }
}

/** Test files run side by side, so lines of one recording stand between those of others. */
function inOrder(text: string): string {
  const lines = text.split('\n').filter((line) => line !== '')
  const places = lines.map((line): readonly [string, number, string] => {
    const { of, number } = Object(JSON.parse(line))
    return [String(of), Number(number), line]
  })
  places.sort(([a, i, x], [b, j, y]) => compareTexts(a, b) || i - j || compareTexts(x, y))
  return places.map(([, , line]) => `${line}\n`).join('')
}

function compareTexts(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0
}
