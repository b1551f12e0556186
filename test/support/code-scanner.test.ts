import { expect, test } from 'vitest'
import { codeOf } from './code-scanner.ts'
import { sources } from './sources.ts'

const blank = (count: number): string => ' '.repeat(count)

/** `@` stands for the dollar of a template's hole. */
for (const [sample, code] of [
  ['a // b {', `a ${blank(6)}`],
  ['a /* b\n{ */ c', `a ${blank(4)}\n${blank(4)} c`],
  ["f('it\\'s', \"}\")", `f('${blank(5)}', '${blank(1)}')`],
  ['a = b / c / d', 'a = b / c / d'],
  ['a.match(/[/{]\\//g)', `a.match(${blank(9)})`],
  ['return /}/.test(a)', `return ${blank(3)}.test(a)`],
  ['`a{@{b}c`', `${blank(5)}b${blank(3)}`],
  ['`@{a.map((b) => `@{b}{`)}`; {', `${blank(3)}a.map((b) => ${blank(3)}b${blank(3)})${blank(2)}; {`],
  ['`@{f({ a: {} })}`', `${blank(3)}f({ a: {} })${blank(2)}`],
  ["`it's @{a} // no`", `${blank(8)}a${blank(8)}`],
] as const)
  test(`${sample} is, as code, ${code}`, () => expect(codeOf(sample.replaceAll('@', '$'))).toBe(code))

test('in every file of ours nothing moves, and every brace has its other half', () => {
  for (const { path, text, code } of sources) {
    expect({ path, length: code.length }).toEqual({ path, length: text.length })
    const [open, close] = ['{', '}'].map((brace) => code.split(brace).length)
    expect({ path, open }).toEqual({ path, open: close })
  }
})
