import { once } from 'node:events'
import { connect, createServer } from 'node:net'

/**
 * What a container engine does for a mapped port: passes bytes on, from a port of its own to that of the program.
 *
 * @param {number} target
 * @returns {Promise<{ port: number, close: () => void }>}
 */
export async function forwardTo(target) {
  const open = new Set()
  const server = createServer((socket) => {
    const onward = connect(target, '127.0.0.1')
    for (const [from, to] of [
      [socket, onward],
      [onward, socket],
    ]) {
      open.add(from)
      from.pipe(to)
      from.on('error', () => to.destroy())
      from.on('close', () => open.delete(from))
    }
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    port: server.address().port,
    close() {
      server.close()
      for (const socket of open) socket.destroy()
    },
  }
}
