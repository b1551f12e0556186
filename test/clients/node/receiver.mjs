import { createPublicKey, createVerify } from 'node:crypto'
import { createServer } from 'node:http'
import { text } from 'node:stream/consumers'

/**
 * A subscriber on loopback: takes what topics push, and verifies the signature with the certificate that the push names.
 *
 * @param {(address: string) => Promise<string>} fetchText
 */
export function startReceiver(fetchText = async (address) => (await fetch(address)).text()) {
  const pushes = []
  const waiting = []
  let status = 204
  const server = createServer(async (request, response) => {
    const push = { path: request.url, headers: request.headers, body: await text(request) }
    push.verified = await verify(request, fetchText).catch((error) => error)
    const taker = waiting.shift()
    if (taker) taker(push)
    else pushes.push(push) // before the answer: whoever counts after it must find this one
    response.writeHead(status).end()
  })
  const listening = new Promise((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    async address() {
      await listening
      return { url: `http://127.0.0.1:${server.address().port}` }
    },
    async answer(given) {
      status = given
      pushes.length = 0
    },
    next: () => (pushes.length > 0 ? Promise.resolve(pushes.shift()) : new Promise((resolve) => waiting.push(resolve))),
    count: async () => pushes.length,
  }
}

/** Source: MNS, signature of requests to an HTTP endpoint. */
async function verify({ method, url, headers }, fetchText) {
  const named = Object.keys(headers).filter((name) => name.startsWith('x-mns-'))
  const lines = [
    method,
    headers['content-md5'],
    headers['content-type'],
    headers.date,
    ...named.toSorted().map((name) => `${name}:${headers[name]}`),
    url,
  ]
  const certificate = await fetchText(Buffer.from(headers['x-mns-signing-cert-url'], 'base64').toString())
  return createVerify('sha1')
    .update(lines.join('\n'))
    .verify(createPublicKey(certificate), headers.authorization, 'base64')
}
