// Builds dist/: the command and the library as bundles, and the library's types. `--quiet` leaves out what only the package needs.
import { execFileSync } from 'node:child_process'
import { chmodSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { build } from 'esbuild'
import { compiledAhead, compiledModules } from './build-compiled.mjs'

const { values } = parseArgs({
  options: { quiet: { type: 'boolean' }, into: { type: 'string', default: 'dist' } },
})
const dist = resolve(values.into)
process.chdir(fileURLToPath(new URL('.', import.meta.url)))
rmSync(dist, { recursive: true, force: true })
mkdirSync(dist, { recursive: true })

/** Licences of packages that are published without the file; the holders are those that it names in their repository. */
const withoutFile = { saxes: isc('Contributors', 'Isaac Z. Schlueter and Contributors') }

/** What programs import. */
const library = { index: 'src/index.ts', vitest: 'src/vitest.ts', jest: 'src/jest.ts' }

const { modules, inputs: compilers } = await compiledModules(dist)

const settings = {
  outdir: dist,
  plugins: [compiledAhead(modules)],
  external: ['vitest'],
  // Its CommonJS form loads its parts in a way that cannot be bundled.
  alias: { 'jsonc-parser': 'jsonc-parser/lib/esm/main.js' },
  bundle: true,
  platform: 'node',
  target: 'node20.12',
  minifySyntax: true,
  minifyWhitespace: true,
  logLevel: 'warning',
  metafile: true,
  // The whole licence of each package is in a file of its own.
  legalComments: 'none',
}

const { metafile } = await build({
  ...settings,
  entryPoints: { cli: 'src/cli.ts', aws: 'src/aws-cli/main.ts', ...library },
  // What is loaded late stays in files of its own, so that the start does not pay for it.
  splitting: true,
  format: 'esm',
  banner: {
    js: "import { createRequire as makeRequire } from 'node:module'; const require = makeRequire(import.meta.url);",
  },
})
chmodSync(join(dist, 'cli.js'), 0o755)
writeNotices()
if (!values.quiet) await buildForPackage()

async function buildForPackage() {
  await buildCommonJs()
  buildTypes()
  const schema = execFileSync(process.execPath, [join(dist, 'cli.js'), 'snapshot', 'schema'])
  writeFileSync(join(dist, 'snapshot.schema.json'), schema)
}

/**
 * Jest has modules of its own, which without a flag know CommonJS alone and no import(); so does who calls require() on
 * an older Node. One file holds all, since esbuild splits only ES modules.
 */
async function buildCommonJs() {
  await build({
    ...settings,
    entryPoints: library,
    format: 'cjs',
    outExtension: { '.js': '.cjs' },
    supported: { 'dynamic-import': false },
    plugins: [
      ...settings.plugins,
      {
        name: 'one library', // vitest.cjs and jest.cjs load index.cjs and hold no copy of it
        setup: (steps) =>
          steps.onResolve({ filter: /\/(?:start|errors)\.ts$/ }, ({ importer }) =>
            /\/src\/(?:vitest|jest|library\/per-test)\.ts$/.test(importer)
              ? { path: './index.cjs', external: true }
              : undefined,
          ),
      },
    ],
  })
}

/** Types of the entry points and of the files that they name, for both module systems. Types of other files are left out. */
function buildTypes() {
  const all = join(dist, 'types')
  execFileSync('node_modules/.bin/tsc', ['-p', 'tsconfig.types.json', '--outDir', all], { stdio: 'inherit' })
  const names = new Set(Object.keys(library))
  for (const name of names) {
    const text = readFileSync(join(all, 'src', `${name}.d.ts`), 'utf8')
    for (const { 1: other } of text.matchAll(/(?:from|import\()\s*['"](\.{1,2}\/[\w./-]+)\.[jt]s['"]/g))
      names.add(join(dirname(name), other))
    mkdirSync(dirname(join(dist, name)), { recursive: true })
    writeFileSync(join(dist, `${name}.d.ts`), text.replaceAll(/(['"]\.{1,2}\/[\w./-]+)\.[jt]s(['"])/g, '$1.js$2'))
    writeFileSync(join(dist, `${name}.d.cts`), text.replaceAll(/(['"]\.{1,2}\/[\w./-]+)\.[jt]s(['"])/g, '$1.cjs$2'))
  }
  rmSync(all, { recursive: true })
}

function isc(...holders) {
  return `${holders.map((holder) => `Copyright (c) ${holder}`).join('\n')}

Permission to use, copy, modify, and/or distribute this software for any
purpose with or without fee is hereby granted, provided that the above
copyright notice and this permission notice appear in all copies.

THE SOFTWARE IS PROVIDED "AS IS" AND THE AUTHOR DISCLAIMS ALL WARRANTIES
WITH REGARD TO THIS SOFTWARE INCLUDING ALL IMPLIED WARRANTIES OF
MERCHANTABILITY AND FITNESS. IN NO EVENT SHALL THE AUTHOR BE LIABLE FOR
ANY SPECIAL, DIRECT, INDIRECT, OR CONSEQUENTIAL DAMAGES OR ANY DAMAGES
WHATSOEVER RESULTING FROM LOSS OF USE, DATA OR PROFITS, WHETHER IN AN
ACTION OF CONTRACT, NEGLIGENCE OR OTHER TORTIOUS ACTION, ARISING OUT OF OR
IN CONNECTION WITH THE USE OR PERFORMANCE OF THIS SOFTWARE.`
}

/** Every package of which something is in the bundles, or whose work is, with its licence. */
function writeNotices() {
  const inputs = [...Object.keys(metafile.inputs), ...compilers]
  const folders = new Set(inputs.flatMap((path) => /^(?:.*\/)?node_modules\/(?:@[^/]+\/)?[^/]+/.exec(path)?.[0] ?? []))
  const notices = [...folders].sort().map((folder) => {
    const { name, version, license } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'))
    const files = readdirSync(folder).filter((entry) => /^(?:licen[cs]e|notice)/i.test(entry))
    const texts = files.map((file) => readFileSync(join(folder, file), 'utf8').trim())
    if (files.length === 0) texts.push(withoutFile[name])
    if (texts.includes(undefined)) throw new Error(`${name} has no licence file, so it cannot be part of the package`)
    return `${name} ${version} (${license})\n\n${texts.join('\n\n')}\n`
  })
  const head = 'twinmq holds code of these packages, or what they made, each under its own licence.\n'
  writeFileSync(join(dist, 'THIRD-PARTY-NOTICES.txt'), [head, ...notices].join(`\n${'-'.repeat(80)}\n\n`))
}
