import { createServer, request } from 'node:http'
import type { AddressInfo } from 'node:net'
import { onTestFinished } from 'vitest'

/** The endpoint on a port as one that does not list messages untouched: passes everything on but `/_aws`. */
export async function withoutListing(port: number): Promise<URL> {
  const server = createServer((incoming, outgoing) => {
    if (incoming.url?.startsWith('/_aws')) {
      incoming.resume()
      outgoing.writeHead(404).end()
      return
    }
    const { method, url: path, headers } = incoming
    const onward = request({ host: '127.0.0.1', port, method, path, headers }, (answer) => {
      outgoing.writeHead(answer.statusCode ?? 502, answer.headers)
      answer.pipe(outgoing)
    })
    onward.on('error', () => outgoing.destroy())
    incoming.pipe(onward)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => {
    server.closeAllConnections()
    server.close()
  })
  return new URL(`http://127.0.0.1:${(server.address() as AddressInfo).port}`)
}
