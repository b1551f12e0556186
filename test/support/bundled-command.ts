import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { build } from 'esbuild'

/** The command and the small `aws`, bundled for one file of tests: the built ones may be older than the sources. */
export type BundledCommand = { readonly cli: string; readonly aws: string; readonly remove: () => void }

/** Bundles them into a folder of their own. */
export async function bundleCommand(): Promise<BundledCommand> {
  const outdir = mkdtempSync(join(tmpdir(), 'twinmq-bundle-'))
  await build({
    entryPoints: { cli: 'src/cli.ts', aws: 'src/aws-cli/main.ts' },
    outdir,
    bundle: true,
    splitting: true,
    format: 'esm',
    outExtension: { '.js': '.mjs' },
    platform: 'node',
    target: 'node20.12',
    banner: {
      js: "import { createRequire as makeRequire } from 'node:module'; const require = makeRequire(import.meta.url);",
    },
    logLevel: 'warning',
  })
  return {
    cli: join(outdir, 'cli.mjs'),
    aws: join(outdir, 'aws.mjs'),
    remove: () => rmSync(outdir, { recursive: true, force: true }),
  }
}
