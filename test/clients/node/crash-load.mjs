import { Agent, request } from 'node:http'
import { SQS } from '@aws-sdk/client-sqs'

/**
 * Works on a twinmq through several connections of both clouds until `kill` has struck, which happens in the middle of
 * the work, once `answersBeforeKill` calls were answered. Resolves with how many calls were under way at that moment.
 *
 * @param {{ url: string, kill: () => Promise<void> }} twinmq
 * @param {import('./crash-ledger.mjs').Ledger} ledger
 */
export async function workUntilKilled(twinmq, ledger, round, answersBeforeKill) {
  const pace = new Pace(twinmq, answersBeforeKill)
  const clients = [1, 2, 3].map(() => sqsClient(twinmq.url, pace, ledger))
  const mnsClients = [1, 2].map(() => mnsClient(twinmq.url, pace, ledger))
  await clients[0].createQueue(`load-${round}`, 40 + round)
  await Promise.all([...clients, ...mnsClients].map((client) => untilKilled(client, `load-${round}`, pace)))
  await pace.death
  return pace.underWayAtKill
}

/** Counts calls, and kills the process after a given number of answers. */
class Pace {
  killed = false
  death = undefined
  underWayAtKill = 0
  #underWay = 0
  #answersLeft
  #twinmq

  constructor(twinmq, answersBeforeKill) {
    this.#twinmq = twinmq
    this.#answersLeft = answersBeforeKill
  }

  /** Runs one call; undefined when it got no answer because the process was killed. */
  async call(run) {
    this.#underWay++
    try {
      return await run()
    } catch (error) {
      if (!this.killed) throw error
      return undefined
    } finally {
      this.#underWay--
      if (--this.#answersLeft === 0) this.#kill()
    }
  }

  #kill() {
    this.underWayAtKill = this.#underWay
    this.killed = true
    this.death = this.#twinmq.kill()
  }
}

/** Two sends for each receive; deletes most of what it received, so that messages of every state are there at the end. */
async function untilKilled(client, queue, pace) {
  for (let turn = 0; !pace.killed; turn++) {
    await client.send(queue)
    await client.send(queue)
    const held = (await client.receive(queue, turn)) ?? []
    for (const message of held) if (!pace.killed && turn % 4 !== 0) await client.delete(queue, message)
  }
}

function sqsClient(url, pace, ledger) {
  const credentials = { accessKeyId: 'test', secretAccessKey: 'test' }
  const sqs = new SQS({ endpoint: url, region: 'us-east-1', credentials, maxAttempts: 1 })
  return {
    async createQueue(QueueName, visibilityTimeout) {
      const Attributes = { VisibilityTimeout: String(visibilityTimeout) }
      const made = await pace.call(() => sqs.createQueue({ QueueName, Attributes, tags: { made: QueueName } }))
      if (made) ledger.queueCreated(QueueName, visibilityTimeout)
    },

    async send(QueueUrl) {
      const body = ledger.ask()
      const sent = await pace.call(() => sqs.sendMessage({ QueueUrl, MessageBody: body }))
      if (sent) ledger.sent(body, sent.MessageId)
    },

    async receive(QueueUrl, turn) {
      const options = {
        MaxNumberOfMessages: 2,
        VisibilityTimeout: turn % 3,
        AttributeNames: ['ApproximateReceiveCount'],
      }
      const answer = await pace.call(() => sqs.receiveMessage({ QueueUrl, ...options }))
      return answer?.Messages?.map(({ Body, ReceiptHandle, Attributes }) => {
        ledger.received(Body, Number(Attributes.ApproximateReceiveCount))
        return { body: Body, handle: ReceiptHandle }
      })
    },

    async delete(QueueUrl, { body, handle }) {
      ledger.deleteAsked(body)
      const done = await pace.call(() => sqs.deleteMessage({ QueueUrl, ReceiptHandle: handle }))
      if (done) ledger.deleted(body)
    },
  }
}

/** MNS as bare HTTP, on one kept connection. */
function mnsClient(url, pace, ledger) {
  const agent = new Agent({ keepAlive: true, maxSockets: 1 })
  const call = (method, path, body) => pace.call(() => exchange(agent, method, `${url}${path}`, body))
  return {
    async send(queue) {
      const body = ledger.ask()
      const document = `<Message><MessageBody>${body}</MessageBody></Message>`
      const answer = await call('POST', `/queues/${queue}/messages`, document)
      if (answer) ledger.sent(body, textIn('MessageId', expected(answer, 201)))
    },

    async receive(queue) {
      const answer = await call('GET', `/queues/${queue}/messages?numOfMessages=2`)
      if (!answer || answer.status === 404) return []
      return expected(answer, 200)
        .split('<Message>')
        .slice(1)
        .map((message) => {
          const body = textIn('MessageBody', message)
          ledger.received(body, Number(textIn('DequeueCount', message)))
          return { body, handle: textIn('ReceiptHandle', message) }
        })
    },

    async delete(queue, { body, handle }) {
      ledger.deleteAsked(body)
      const answer = await call('DELETE', `/queues/${queue}/messages?ReceiptHandle=${handle}`)
      // 404: another client received or deleted it meanwhile.
      if (answer && answer.status !== 404) {
        expected(answer, 204)
        ledger.deleted(body)
      }
    },
  }
}

function textIn(element, xml) {
  return new RegExp(`<${element}>([^<]*)</${element}>`).exec(xml)[1]
}

function expected({ status, text }, wanted) {
  if (status !== wanted) throw new Error(`MNS answered ${status}: ${text}`)
  return text
}

function exchange(agent, method, url, body) {
  return new Promise((resolve, reject) => {
    const headers = { 'x-mns-version': '2015-06-06', 'content-length': Buffer.byteLength(body ?? '') }
    const call = request(url, { agent, method, headers }, (response) => {
      let text = ''
      response.setEncoding('utf8')
      response.on('data', (chunk) => {
        text += chunk
      })
      response.on('end', () => resolve({ status: response.statusCode, text }))
      response.on('error', reject)
    })
    call.on('error', reject)
    call.end(body)
  })
}
