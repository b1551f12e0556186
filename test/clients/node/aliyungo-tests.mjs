import { spawn } from 'node:child_process'
import { text } from 'node:stream/consumers'
import { url } from './harness.mjs'

/**
 * Runs one of the tests that the Go package has of its own, on the queue orders, and returns what it printed.
 *
 * @param {string} program the tests, compiled
 * @param {string} name
 * @param {{ id: string, secret: string, token?: string }} key
 */
export async function runGoTest(program, name, { id, secret, token = 'token' }) {
  const env = {
    PATH: process.env.PATH,
    AccessKeyId: id,
    AccessKeySecret: secret,
    SecurityToken: token,
    Endpoint: new URL(url).host,
    QueueName: 'orders',
    RegionId: 'cn-hangzhou',
  }
  const child = spawn(program, ['-test.v', '-test.run', `^${name}$`], { env, stdio: ['ignore', 'pipe', 'pipe'] })
  const [out, err] = await Promise.all([text(child.stdout), text(child.stderr)])
  return `${out}${err}`
}
