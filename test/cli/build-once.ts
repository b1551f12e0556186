import { execFileSync } from 'node:child_process'

/** Builds the command as it is published, once for all its tests. Called by vitest. */
export default function buildOnce(): void {
  execFileSync(process.execPath, ['build.mjs', '--quiet'], { stdio: 'inherit' })
}
