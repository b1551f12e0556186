// Builds dist/: the command and the library as bundles, and the library's types.
import { execFileSync } from 'node:child_process'
import { chmodSync, rmSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { build } from 'esbuild'

const quiet = process.argv.includes('--quiet')
process.chdir(fileURLToPath(new URL('.', import.meta.url)))
rmSync('dist', { recursive: true, force: true })

await build({
  entryPoints: { cli: 'src/cli.ts', index: 'src/index.ts' },
  outdir: 'dist',
  bundle: true,
  // What is loaded late stays in files of its own, so that the start does not pay for it.
  splitting: true,
  format: 'esm',
  platform: 'node',
  target: 'node20.12',
  minifySyntax: true,
  banner: {
    js: "import { createRequire as makeRequire } from 'node:module'; const require = makeRequire(import.meta.url);",
  },
  logLevel: 'warning',
  legalComments: 'linked',
})
if (!quiet) execFileSync('node_modules/.bin/tsc', ['-p', 'tsconfig.types.json'], { stdio: 'inherit' })
chmodSync('dist/cli.js', 0o755)
