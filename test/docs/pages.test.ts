import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { localstackVariables } from '../../src/config/localstack-variables.ts'
import { blocksIn, pages } from './blocks.mjs'
import { missingLine } from './output.mjs'
import { wayOf } from './ways.mjs'

const fence = '```'

describe('pages', () => {
  test.each(pages())('%s names files that are there', (page) => {
    const prose = readFileSync(page, 'utf8').replaceAll(/^```.*?^```/gms, '')
    const links = [...prose.matchAll(/\]\(([^)#\s]+)(?:#[^)]*)?\)/g)].map((match) => match[1]!)
    const own = links.filter((link) => !/^[a-z]+:/.test(link))
    expect(own.filter((link) => !existsSync(join(dirname(page), link)))).toEqual([])
  })

  test.each(pages())('%s names files and folders of the code that are there', (page) => {
    const named = [
      ...readFileSync(page, 'utf8').matchAll(/`((?:src|protocols|test|bench|docker|fixtures)\/[\w./-]+)`/g),
    ]
    expect(named.map(({ 1: path = '' }) => path).filter((path) => !existsSync(path))).toEqual([])
  })

  test('the page about the architecture has every folder of the code', () => {
    const page = readFileSync('docs/architecture.md', 'utf8')
    const folders = ['src', 'protocols'].flatMap((folder) => readdirSync(folder, { withFileTypes: true }))
    const names = folders.filter((entry) => entry.isDirectory()).map(({ name }) => `${name}/`)
    expect(names.filter((name) => !page.includes(name))).toEqual([])
  })

  test('the page about LocalStack lists every variable of its that is read, and no other', () => {
    const lines = readFileSync('docs/localstack.md', 'utf8').split('\n')
    const head = lines.indexOf('| Variable | Default | What it does |')
    const rows = lines.slice(head + 2, lines.indexOf('', head))
    const expected = localstackVariables.map(({ name, default: usual, meaning, old }) => {
      const cells = [`\`${name}\`${old ? ' (old)' : ''}`, usual === '' ? '–' : `\`${usual}\``, meaning]
      return `| ${cells.join(' | ')} |`
    })
    expect(rows).toEqual(expected)
  })
})

describe('the first five minutes of the README', () => {
  const page = readFileSync('README.md', 'utf8')
  const blocks = blocksIn('README.md', page.slice(0, page.indexOf('\n## '))).filter(({ language }) => language === 'sh')

  test('make a queue, send, look and receive, without curl', () => {
    const text = blocks.map((block) => block.text).join('')
    expect(text).not.toMatch(/curl|wget/)
    for (const name of ['create', 'send', 'peek', 'receive']) expect(text).toMatch(new RegExp(`^twinmq ${name} `, 'm'))
  })

  test('put the commands of the clone on the path', () => {
    expect(blocks.map(({ text }) => text)).toContain('export PATH="$PWD/bin:$PATH"\n')
  })
})

describe('blocks of a page', () => {
  test('have a line, a language, words that say more, and a text', () => {
    const page = ['words', `${fence}sh docker`, 'echo 1', '', 'echo 2', fence, '', `- ${fence}`].join('\n')
    expect(blocksIn('page.md', page)).toEqual([
      { page: 'page.md', line: 2, language: 'sh', words: ['docker'], text: 'echo 1\n\necho 2\n' },
    ])
  })

  test('lose the indent that a list gives them', () => {
    const [block] = blocksIn('page.md', [`  ${fence}sh`, '  echo 1', '    echo 2', `  ${fence}`].join('\n'))
    expect(block?.text).toBe('echo 1\n  echo 2\n')
  })

  test('must end', () => {
    expect(() => blocksIn('page.md', `${fence}sh\necho 1\n`)).toThrow('page.md, line 1')
  })

  test.each([
    ['sh', 'run'],
    ['sh docker', 'docker'],
    ['sh online', 'parsed'],
    ['python', 'run'],
    ['python part', 'shown'],
    ['json', 'parsed'],
    ['text output', 'output'],
    ['text', 'shown'],
  ])('%s: %s', (info, kind) => {
    const [language = '', ...words] = info.split(' ')
    expect(wayOf({ language, words }).kind).toBe(kind)
  })

  test.each(['', 'bash', 'sh onlin', 'sh part', 'text part', 'json output'])('%j is a slip', (info) => {
    const [language = '', ...words] = info.split(' ')
    expect(() => wayOf({ language, words })).toThrow('nothing that is known')
  })
})

describe('the output that a page shows', () => {
  test('was printed line by line in that order, other lines between them', () => {
    expect(missingLine('a\nc\n', 'a\nb\nc\n')).toBeUndefined()
    expect(missingLine('c\na\n', 'a\nb\nc\n')).toBe('a')
  })

  test('has an ellipsis for what differs from run to run', () => {
    expect(missingLine('id …, at …\n…\n', 'id 7, at 12:00\n')).toBeUndefined()
    expect(missingLine('id …, at …\n', 'id 7\n')).toBe('id …, at …')
  })

  test('may be aligned otherwise', () => {
    expect(missingLine('port  4566\n', 'port        4566   \n')).toBeUndefined()
  })
})
