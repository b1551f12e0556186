import { execFileSync } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { check, packageMegabytes } from '../targets.mjs'
import { figure } from '../wording.mjs'

const root = fileURLToPath(new URL('../..', import.meta.url))

/** Size of what `npm pack` makes of the build. It runs no script of the package, and writes no file. */
export async function packageGroup() {
  // The types are part of the package, and the bench builds without them.
  execFileSync(process.execPath, ['build.mjs'], { cwd: root, stdio: ['ignore', 'ignore', 'inherit'] })
  const words = ['pack', '--dry-run', '--json', '--ignore-scripts', '--silent']
  const [{ size, unpackedSize, files }] = JSON.parse(execFileSync('npm', words, { cwd: root, encoding: 'utf8' }))
  const row = { megabytes: size / 1e6, unpackedMegabytes: unpackedSize / 1e6, files: files.length }
  const checked = check('size of the package', row.megabytes, packageMegabytes)
  return {
    title: 'The package that npm pack makes',
    headers: ['MB', 'target', '', 'unpacked MB', 'files'],
    cells: [[figure(row.megabytes), checked.target, checked, figure(row.unpackedMegabytes), row.files]],
    checks: [checked],
    rows: [row],
  }
}
