import { execFileSync } from 'node:child_process'
import { copyFileSync, cpSync, mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { root } from './blocks.mjs'

const pages = ['package.json', 'LICENSE', 'README.md', 'CHANGELOG.md']

/**
 * Packs what was built as it would be published, and gives the command by which someone without a container starts it in
 * an empty folder. It must do without a network.
 *
 * @param {string} dist
 * @param {string} scratch a folder of its own
 * @returns {{ words: string[], folder: string, env: Record<string, string> }}
 */
export function startOfPackage(dist, scratch) {
  const packing = join(scratch, 'packing')
  const folder = join(scratch, 'empty')
  mkdirSync(packing)
  mkdirSync(folder)
  cpSync(dist, join(packing, 'dist'), { recursive: true })
  for (const name of pages) copyFileSync(join(root, name), join(packing, name))
  const env = { ...process.env, npm_config_offline: 'true' }
  const said = execFileSync('npm', ['pack', '--ignore-scripts', '--json'], { cwd: packing, env, encoding: 'utf8' })
  const [{ filename }] = JSON.parse(said)
  copyFileSync(join(packing, filename), join(folder, filename))
  return {
    words: ['npx', '-y', `./${filename}`, '--memory', '--log-level', 'warn'],
    folder,
    env: { npm_config_offline: 'true', npm_config_update_notifier: 'false' },
  }
}
