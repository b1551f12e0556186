import { createPublicKey, createVerify } from 'node:crypto'
import { createServer } from 'node:http'
import { text } from 'node:stream/consumers'

/**
 * A subscriber on loopback: takes what topics push, and verifies the signature with the certificate that the push names.
 * It looks headers up by their exact spelling, as samples of the service do, and answers 400 to what it cannot verify.
 *
 * @param {(address: string) => Promise<string>} fetchText
 */
export function startReceiver(fetchText = async (address) => (await fetch(address)).text()) {
  const pushes = []
  const waiting = []
  let status = 204
  const server = createServer(async (request, response) => {
    const push = { path: request.url, headers: spelledHeaders(request), body: await text(request) }
    push.verified = await verify(request, push.headers, fetchText).catch((error) => error)
    const answered = push.verified === true ? status : 400
    const taker = waiting.shift()
    if (taker) taker(push)
    else pushes.push(push) // before the answer: whoever counts after it must find this one
    response.writeHead(answered).end()
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

/** Headers by their names as they are spelled on the wire. */
function spelledHeaders({ rawHeaders }) {
  const pairs = rawHeaders.flatMap((name, place) => (place % 2 === 0 ? [[name, rawHeaders[place + 1]]] : []))
  return Object.fromEntries(pairs)
}

/** Source: MNS, signature of requests to an HTTP endpoint. */
async function verify({ method, url }, headers, fetchText) {
  const named = Object.keys(headers).filter((name) => name.startsWith('x-mns-'))
  const lines = [
    method,
    headers['Content-md5'],
    headers['Content-Type'],
    headers.Date,
    ...named.toSorted().map((name) => `${name}:${headers[name]}`),
    url,
  ]
  const certificate = await fetchText(Buffer.from(headers['x-mns-signing-cert-url'], 'base64').toString())
  return createVerify('sha1')
    .update(lines.join('\n'))
    .verify(createPublicKey(certificate), headers.Authorization, 'base64')
}
