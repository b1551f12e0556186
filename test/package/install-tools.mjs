// Installs what the tests of the package are run with, beside what the repository has: Jest, and later versions of Node.
import { statSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { attempt } from '../clients/attempt.mjs'

const folder = fileURLToPath(new URL('tools', import.meta.url))

/** Installed from the list as it stands. */
function areInstalled() {
  const changedMs = (file) => statSync(join(folder, file), { throwIfNoEntry: false })?.mtimeMs ?? 0
  return changedMs('node_modules/.package-lock.json') >= changedMs('package-lock.json')
}

if (!areInstalled()) {
  const problem = await attempt('npm', ['ci', '--ignore-scripts', '--no-fund', '--no-audit'], folder)
  if (problem) console.log(`npm could not install Jest and later versions of Node: ${problem}`)
}
