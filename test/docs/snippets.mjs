import { copyFileSync, mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { transformSync } from 'esbuild'
import { mnsJava, pythonOf } from '../clients/install.mjs'
import { root } from './blocks.mjs'

const clients = join(root, 'test', 'clients')
const javaOfMns = mnsJava('2.0.0')

/** Snippets in other languages, and the set of clients without which each cannot be run. */
export const snippetLanguages = {
  js: { needs: () => 'node', work: runJavaScript },
  ts: { needs: () => 'node', work: runJavaScript },
  python: { needs: () => 'current', work: runPython },
  go: { needs: () => 'go', work: runGo },
  java: { needs: (text) => (text.includes('com.aliyun.mns') ? javaOfMns : 'java'), work: runJava },
}

/** Sets of clients that snippets need. */
export const neededSets = ['node', 'current', 'go', 'java', javaOfMns]

/** A program, or tests for vitest, of which there is then one file. */
function runJavaScript({ text, language }, world) {
  const { code } = transformSync(text, { loader: language, format: 'esm', target: 'node20' })
  const isTest = /from '(?:twinmq\/)?vitest'/.test(text)
  const name = isTest ? 'snippet.test.mjs' : 'snippet.mjs'
  writeFileSync(join(world.folder, name), code)
  const vitest = [join('node_modules', 'vitest', 'vitest.mjs'), 'run', '--root', '.', name]
  return world.run([process.execPath, ...(isTest ? vitest : [name])])
}

function runPython({ text }, world) {
  const file = join(world.folder, 'snippet.py')
  writeFileSync(file, text)
  return world.run([pythonOf('current'), file])
}

/** Beside the pins of the client tests. Its caches are those of whoever runs the tests. */
function runGo({ text }, world) {
  const folder = join(world.folder, 'go')
  mkdirSync(folder, { recursive: true })
  for (const name of ['go.mod', 'go.sum']) copyFileSync(join(clients, 'go', name), join(folder, name))
  writeFileSync(join(folder, 'main.go'), text)
  const env = {
    HOME: process.env.HOME,
    GOFLAGS: '-mod=readonly',
    GOPROXY: 'off',
    GOTOOLCHAIN: 'local',
    CGO_ENABLED: '0',
  }
  return world.run(['go', 'run', '.'], { folder, env })
}

function runJava({ text }, world) {
  const name = /\bclass (\w+)/.exec(text)?.[1]
  if (!name) throw new Error('a block in Java is a class')
  const file = join(world.folder, `${name}.java`)
  writeFileSync(file, text)
  const jars = join(clients, '.cache', snippetLanguages.java.needs(text), 'lib', '*')
  return world.run(['java', '-XX:+UseSerialGC', '-XX:TieredStopAtLevel=1', '-cp', jars, file])
}
