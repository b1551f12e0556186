import { strict as assert } from 'node:assert'
import { startBridge } from './bridge.mjs'
import { rejectionOf, url } from './harness.mjs'

/** The SDK throws one of two classes: the second, which is checked, where it wants its caller to mind the refusal. */
const refusals = new Set(['ServiceException', 'ServiceHandlingRequiredException'])

/** Thrown where the SDK returns null instead of the refusal MessageNotExist. */
class NothingReceived extends Error {}

/**
 * Starts the Java program and gives its calls, and the assertion of a refusal that goes with them.
 *
 * @param {readonly string[]} command of the program, without the words it is told
 * @param {string} signature V2 or V4
 * @param {{ id: string, secret: string, token?: string }} [key]
 */
export function startJava(command, signature, { id, secret, token = '' } = { id: 'test', secret: 'test' }) {
  const java = startBridge([...command, url, id, secret, token, signature])

  async function refused(code, call) {
    const error = await rejectionOf(call)
    if (error instanceof NothingReceived) {
      assert.equal(code, 'MessageNotExist')
      return error
    }
    assert.equal(error.code, code, error.message)
    assert.ok(refusals.has(error.kind), error.kind)
    return error
  }
  return { java, refused, mns: queueCalls(java) }
}

/** What a receive returned, unless that was null. */
function found(answer) {
  if (answer.nothing) throw new NothingReceived('the SDK returned null')
  return answer
}

function queueCalls(java) {
  return {
    bodyOfBytes: (bytes) => 'x'.repeat(bytes),

    /** The SDK takes bytes through a text on their way out, which loses those that are no UTF-8. */
    binaryValue: 'AAECfw==',

    async createQueue(name, attributes = {}) {
      const created = await java.createQueue({ queue: name, attributes })
      assert.equal(created.url, `${url}/queues/${name}`)
    },

    deleteQueue: async (name) => void (await java.deleteQueue({ queue: name })),
    getAttributes: (name) => java.getAttributes({ queue: name }),
    setAttributes: (name, attributes) => java.setAttributes({ queue: name, attributes }),
    listQueues: (options) => java.listQueues(options),
    send: (name, message) => java.send({ queue: name, message }),
    receive: async (name, options) => found(await java.receive({ queue: name, ...options })),
    peek: async (name) => found(await java.peek({ queue: name })),
    deleteMessage: async (name, handle) => void (await java.deleteMessage({ queue: name, handle })),
    changeVisibility: (name, handle, seconds) => java.changeVisibility({ queue: name, handle, seconds }),

    async sendBatch(name, bodies) {
      const { entries, partial } = await java.sendBatch({ queue: name, bodies })
      assert.equal(
        partial,
        entries.some((entry) => entry.ErrorCode),
      )
      return { entries }
    },

    receiveBatch: async (name, count) => found(await java.receiveBatch({ queue: name, count })).messages,
    peekBatch: async (name, count) => found(await java.peekBatch({ queue: name, count })).messages,
    deleteBatch: async (name, handles) => (await java.deleteBatch({ queue: name, handles })).failed,
  }
}
