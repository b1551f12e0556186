import { execFileSync } from 'node:child_process'
import { cpSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { TestProject } from 'vitest/node'
import packageFile from '../../package.json' with { type: 'json' }

declare module 'vitest' {
  interface ProvidedContext {
    /** Path of the package, as it is published. */
    tarball: string
  }
}

/** Builds and packs the package once for all its tests, apart from `dist`, which others use. Called by vitest. */
export default function packOnce(project: TestProject): () => void {
  const folder = mkdtempSync(join(tmpdir(), 'twinmq-package-'))
  const remove = () => rmSync(folder, { recursive: true, force: true })
  try {
    project.provide('tarball', join(folder, packIn(folder)))
    return remove
  } catch (error) {
    remove()
    throw error
  }
}

/** Name of the file that npm made there. */
function packIn(folder: string): string {
  execFileSync(process.execPath, ['build.mjs', '--into', join(folder, 'dist')], { stdio: 'inherit' })
  for (const file of ['package.json', ...packageFile.files.filter((name) => name !== 'dist' && !name.startsWith('!'))])
    cpSync(file, join(folder, file), { recursive: true })
  const packed = execFileSync('npm', ['pack', '--ignore-scripts', '--json'], { cwd: folder, encoding: 'utf8' })
  const [{ filename }]: [{ filename: string }] = JSON.parse(packed)
  return filename
}
