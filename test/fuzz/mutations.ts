import type { TestRequest } from '../support/app.ts'
import type { Chance } from './chance.ts'

const methods = ['GET', 'POST', 'PUT', 'DELETE', 'HEAD', 'OPTIONS', 'BREW']
const oddTargets = [
  '/',
  '',
  '//',
  '/queues',
  '/000000000000/orders',
  '/queue/orders?Action=',
  '/%',
  '/?Action=ListQueues',
  '*',
]
const oddHeaders: readonly (readonly [name: string, value: string])[] = [
  ['content-type', 'application/json'],
  ['content-type', ''],
  ['x-amz-target', 'AmazonSQS.'],
  ['x-amz-target', 'AmazonSQS.__proto__'],
  ['authorization', 'AWS4-HMAC-SHA256 Credential=a/b'],
  ['authorization', 'MNS a:b'],
  ['accept', 'application/json'],
  ['content-md5', 'x'],
  ['host', ''],
  ['host', '123.mns.cn-hangzhou.aliyuncs.com'],
]
const oddBytes = ['\u0000', '<', '>', '&', '"', '{', '}', '[', ']', ',', ':', '%', '=', '.', '\\', '\ufffd', '9', ' ']

/** A request with one thing wrong with it: its method, target or a header, or some bytes of its body. */
export function mutated(request: TestRequest, chance: Chance): TestRequest {
  switch (chance.below(6)) {
    case 0:
      return { ...request, method: chance.pick(methods) }
    case 1:
      return { ...request, target: chance.pick([...oddTargets, scrambled(request.target ?? '/', chance)]) }
    case 2: {
      const [name, value] = chance.pick(oddHeaders)
      return { ...request, headers: { ...request.headers, [name]: value } }
    }
    case 3: {
      const kept = Object.entries(request.headers ?? {}).filter(() => !chance.oneIn(3))
      return { ...request, headers: Object.fromEntries(kept) }
    }
    default:
      return { ...request, body: scrambled((request.body ?? '').toString(), chance) }
  }
}

/** A text with pieces of it gone, doubled, or replaced by something that means something to a parser. */
function scrambled(text: string, chance: Chance): string {
  let changed = text
  for (let times = chance.below(3); times >= 0; times -= 1) {
    const at = chance.below(changed.length + 1)
    const end = at + chance.below(8)
    const piece = chance.pick(['', chance.pick(oddBytes), changed.slice(at, end).repeat(2)])
    changed = changed.slice(0, at) + piece + changed.slice(end)
  }
  return chance.oneIn(10) ? changed.slice(0, chance.below(changed.length + 1)) : changed
}
