/** Refusals as MNS words them. Source: MNS API, error responses. */
const refusalForm = /<Error[^>]*>[\s\S]*<Code>[^<]+<\/Code>[\s\S]*<\/Error>/

/** Alibaba Cloud MNS as bare HTTP. Values are there in an outcome of `answered` alone. */
export class MnsClient {
  cloud = 'mns'
  #calls

  /** @param {import('./calls.mjs').Calls} calls */
  constructor(calls) {
    this.#calls = calls
  }

  /** Makes any call; `action` is what the table counts it as. */
  ask(action, method, path, body = '') {
    return this.#calls.make(`MNS ${action}`, {
      method,
      path,
      headers: { 'x-mns-version': '2015-06-06', 'content-type': 'text/xml' },
      body,
      reads: method === 'GET' && (!/\/messages(?:\?|$)/.test(path) || path.includes('peekonly')),
      ownForm: refusalForm,
    })
  }

  async send(queue, body, { group, delaySeconds } = {}) {
    const document = messageDocument({ body, group, delaySeconds })
    const answer = await this.ask('SendMessage', 'POST', `/queues/${queue}/messages`, document)
    return valued(answer, () => ({ id: textIn('MessageId', answer.text) }))
  }

  /** `value`: one for each body. */
  async sendBatch(queue, messages) {
    const document = `<Messages>${messages.map(messageDocument).join('')}</Messages>`
    const answer = await this.ask('BatchSendMessage', 'POST', `/queues/${queue}/messages`, document)
    return valued(answer, () => messagesIn(answer.text).map((message) => ({ id: textIn('MessageId', message) })))
  }

  /** For as long as the queue says: MNS takes no timeout here. */
  async receive(queue, { limit = 1, waitSeconds = 0 }) {
    const path = `/queues/${queue}/messages?numOfMessages=${limit}&waitseconds=${waitSeconds}`
    const answer = await this.ask('BatchReceiveMessage', 'GET', path)
    if (answer.status === 404) return { ...answer, outcome: 'answered', value: [] }
    return valued(answer, () =>
      messagesIn(answer.text).map((message) => ({
        id: textIn('MessageId', message),
        body: textIn('MessageBody', message),
        handle: textIn('ReceiptHandle', message),
        count: Number(textIn('DequeueCount', message)),
      })),
    )
  }

  remove(queue, handle) {
    return this.ask('DeleteMessage', 'DELETE', `/queues/${queue}/messages?ReceiptHandle=${handle}`)
  }

  /** `value`: for each handle whether it is done. */
  async removeBatch(queue, handles) {
    const document = `<ReceiptHandles>${handles.map((handle) => `<ReceiptHandle>${handle}</ReceiptHandle>`).join('')}</ReceiptHandles>`
    const answer = await this.ask('BatchDeleteMessage', 'DELETE', `/queues/${queue}/messages`, document)
    if (answer.status === 404 && answer.text.includes('<Errors')) {
      return { ...answer, outcome: 'answered', value: handles.map((handle) => !answer.text.includes(`>${handle}<`)) }
    }
    return valued(answer, () => handles.map(() => true))
  }

  /** Changes how long a message stays in flight; `value.handle` takes the place of the handle that was used. */
  async hide(queue, handle, seconds) {
    const path = `/queues/${queue}/messages?receiptHandle=${handle}&visibilityTimeout=${seconds}`
    const answer = await this.ask('ChangeMessageVisibility', 'PUT', path)
    return valued(answer, () => ({ handle: textIn('ReceiptHandle', answer.text) }))
  }

  publish(topic, body, tag) {
    const tagged = tag ? `<MessageTag>${tag}</MessageTag>` : ''
    const document = `<Message><MessageBody>${body}</MessageBody>${tagged}</Message>`
    return this.ask('PublishMessage', 'POST', `/topics/${topic}/messages`, document)
  }

  subscribe(topic, name, queue, tag) {
    const filter = tag ? `<FilterTag>${tag}</FilterTag>` : ''
    const endpoint = `<Endpoint>acs:mns:us-east-1:000000000000:queues/${queue}</Endpoint>`
    const document = `<Subscription>${endpoint}${filter}<NotifyContentFormat>SIMPLIFIED</NotifyContentFormat></Subscription>`
    return this.ask('Subscribe', 'PUT', `/topics/${topic}/subscriptions/${name}`, document)
  }
}

function messageDocument({ body, group, delaySeconds }) {
  const parts = [`<MessageBody>${body}</MessageBody>`]
  if (group) parts.push(`<MessageGroupId>${group}</MessageGroupId>`)
  if (delaySeconds) parts.push(`<DelaySeconds>${delaySeconds}</DelaySeconds>`)
  return `<Message>${parts.join('')}</Message>`
}

function messagesIn(xml) {
  return xml.split('<Message>').slice(1)
}

function valued(answer, value) {
  return answer.outcome === 'answered' ? { ...answer, value: value() } : answer
}

/** The text of the first such element; undefined: there is none. */
export function textIn(element, xml) {
  return new RegExp(`<${element}>([^<]*)</${element}>`).exec(xml)?.[1]
}
