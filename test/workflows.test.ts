import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { parse } from 'yaml'
import packageFile from '../package.json' with { type: 'json' }
import { repositoryFiles, textOf } from './support/sources.ts'

const workflows = repositoryFiles.filter((path) => path.startsWith('.github/workflows/'))
const complete = {
  name: 'twinmq',
  version: '4.2.0',
  repository: 'https://code.example.test/twinmq',
  publishConfig: { registry: 'https://npm.example.test/' },
  image: 'images.example.test/queues/twinmq',
}

/** Runs the script that a release begins with, in a folder with that package.json. */
function releaseNames(manifest: object, ...words: readonly string[]) {
  const folder = mkdtempSync(join(tmpdir(), 'twinmq-release-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  writeFileSync(join(folder, 'package.json'), JSON.stringify(manifest))
  const script = resolve('.github/release-names.mjs')
  const { status, stdout, stderr } = spawnSync(process.execPath, [script, ...words], { cwd: folder, encoding: 'utf8' })
  return { status, stdout, stderr }
}

test('a release takes every name and address from package.json', () => {
  const lines = [
    'version=4.2.0',
    'registry=https://npm.example.test/',
    'image=images.example.test/queues/twinmq',
    'image-registry=images.example.test',
  ]
  expect(releaseNames(complete, 'v4.2.0')).toEqual({ status: 0, stdout: `${lines.join('\n')}\n`, stderr: '' })
})

test.each([
  [{}, [], 'The tag is missing, but package.json has version 4.2.0: tag the release v4.2.0.'],
  [{}, ['v4.1.9'], 'The tag is v4.1.9, but package.json has version 4.2.0: tag the release v4.2.0.'],
  [{ private: true }, ['v4.2.0'], 'package.json has "private"'],
  [{ name: undefined }, ['v4.2.0'], 'package.json has no "name"'],
  [{ repository: undefined }, ['v4.2.0'], 'package.json has no "repository"'],
  [{ publishConfig: undefined }, ['v4.2.0'], 'package.json has no "publishConfig.registry"'],
  [{ image: undefined }, ['v4.2.0'], 'package.json has no "image"'],
  [{ image: 'twinmq' }, ['v4.2.0'], '"image" in package.json is twinmq: write it as <registry>/<owner>/<name>.'],
])('a release of %j with the tag %j stops with one line', (change, words, line) => {
  const { status, stdout, stderr } = releaseNames({ ...complete, ...change }, ...words)
  expect({ status, stdout, lines: stderr.trimEnd().split('\n').length }).toEqual({ status: 1, stdout: '', lines: 1 })
  expect(stderr).toContain(line)
})

test('workflows run scripts that are there, and name no registry', () => {
  expect(workflows.length).toBeGreaterThan(1)
  for (const path of workflows) {
    const steps = Object.values(Object(parse(textOf(path)).jobs)).flatMap((job) => Object(job).steps)
    const commands = steps.flatMap((step) => Object(step).run ?? [])
    expect(commands.length).toBeGreaterThan(0)
    for (const command of commands) {
      const scripts = [...command.matchAll(/\bnpm (?:run )?(test|build|lint|types)\b/g)].map(({ 1: name }) => name)
      expect(Object.keys(packageFile.scripts)).toEqual(expect.arrayContaining(scripts))
      const files = [...command.matchAll(/(?:node|bash) (\.[\w./-]+)/g)].map(({ 1: file }) => file)
      expect(repositoryFiles).toEqual(expect.arrayContaining(files))
    }
    expect(textOf(path)).not.toMatch(/https?:|\b(?:ghcr|docker|quay)\.io\b|npmjs/)
  }
})
