import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { root } from './blocks.mjs'

const program = join(root, 'test', 'docker', 'run-in-image.mjs')

/** Says why no block can be run in the image; undefined: they can. */
export function imageMissing() {
  if (!existsSync(program)) return 'there is no image here'
  const { status, stderr } = spawnSync(process.execPath, [program, '--', 'true'], { encoding: 'utf8' })
  return status === 0 ? undefined : stderr.trim().split('\n')[0]
}

/** Runs a block in a container of the image whose twinmq is ready. */
export function runInImage({ text }, world) {
  return world.run([process.execPath, program, '--', 'bash', '-c', `set -euo pipefail\n${text}`])
}
