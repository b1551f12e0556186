/** Refusals as SQS words them. Sources: SQS API Reference, AWS JSON 1.0 and Query protocols, errors. */
const refusalForms = {
  json: /^\{.*"__type":"[^"]+".*\}$/s,
  query: /<ErrorResponse[^>]*>[\s\S]*<Error>[\s\S]*<Code>[^<]+<\/Code>[\s\S]*<\/ErrorResponse>/,
}

const readActions = /^(?:Get|List)/

/** Amazon SQS as bare HTTP, in one of its two protocols. Values are there in an outcome of `answered` alone. */
export class SqsClient {
  cloud = 'sqs'
  #calls
  #form

  /**
   * @param {import('./calls.mjs').Calls} calls
   * @param {'json' | 'query'} form
   */
  constructor(calls, form) {
    this.#calls = calls
    this.#form = form
  }

  /** Makes any call in JSON; `value` is what was answered. */
  async ask(action, input) {
    const answer = await this.#calls.make(`SQS ${action}`, {
      method: 'POST',
      path: '/',
      headers: { 'x-amz-target': `AmazonSQS.${action}`, 'content-type': 'application/x-amz-json-1.0' },
      body: JSON.stringify(input),
      reads: readActions.test(action),
      ownForm: refusalForms.json,
    })
    if (answer.outcome === 'answered') answer.value = answer.text === '' ? {} : JSON.parse(answer.text)
    return answer
  }

  async #query(action, input) {
    const answer = await this.#calls.make(`SQS Query ${action}`, {
      method: 'POST',
      path: '/',
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      body: new URLSearchParams({ Action: action, Version: '2012-11-05', ...input }).toString(),
      reads: readActions.test(action),
      ownForm: refusalForms.query,
    })
    return answer
  }

  async send(queue, body, { group, deduplicationId, delaySeconds } = {}) {
    const input = {
      QueueUrl: queue,
      MessageBody: body,
      ...(group && { MessageGroupId: group, MessageDeduplicationId: deduplicationId }),
      ...(delaySeconds && { DelaySeconds: delaySeconds }),
    }
    if (this.#form === 'json') {
      const answer = await this.ask('SendMessage', input)
      return { ...answer, value: answer.value && sentValue(answer.value) }
    }
    const answer = await this.#query('SendMessage', input)
    const value = { id: textIn('MessageId', answer.text), sequenceNumber: textIn('SequenceNumber', answer.text) }
    return { ...answer, value: answer.outcome === 'answered' ? value : undefined }
  }

  /** `value`: one for each body; undefined for one that failed. */
  async sendBatch(queue, messages) {
    const Entries = messages.map(({ body, group, deduplicationId }, index) => ({
      Id: String(index),
      MessageBody: body,
      ...(group && { MessageGroupId: group, MessageDeduplicationId: deduplicationId }),
    }))
    const answer = await this.ask('SendMessageBatch', { QueueUrl: queue, Entries })
    if (!answer.value) return answer
    const value = messages.map(() => undefined)
    for (const each of answer.value.Successful ?? []) value[Number(each.Id)] = sentValue(each)
    return { ...answer, value }
  }

  async receive(queue, { limit = 1, timeoutSeconds, waitSeconds = 0 }) {
    const input = {
      QueueUrl: queue,
      MaxNumberOfMessages: limit,
      VisibilityTimeout: timeoutSeconds,
      WaitTimeSeconds: waitSeconds,
    }
    if (this.#form === 'json') {
      const answer = await this.ask('ReceiveMessage', { ...input, AttributeNames: ['ApproximateReceiveCount'] })
      return { ...answer, value: answer.value && (answer.value.Messages ?? []).map(receivedValue) }
    }
    const answer = await this.#query('ReceiveMessage', { ...input, 'AttributeName.1': 'ApproximateReceiveCount' })
    return { ...answer, value: answer.outcome === 'answered' ? receivedInXml(answer.text) : undefined }
  }

  remove(queue, handle) {
    const input = { QueueUrl: queue, ReceiptHandle: handle }
    return this.#form === 'json' ? this.ask('DeleteMessage', input) : this.#query('DeleteMessage', input)
  }

  /** `value`: for each handle whether it is done. */
  async removeBatch(queue, handles) {
    const Entries = handles.map((ReceiptHandle, index) => ({ Id: String(index), ReceiptHandle }))
    const answer = await this.ask('DeleteMessageBatch', { QueueUrl: queue, Entries })
    if (!answer.value) return answer
    const done = new Set((answer.value.Successful ?? []).map(({ Id }) => Number(Id)))
    return { ...answer, value: handles.map((_handle, index) => done.has(index)) }
  }

  /** Changes how long a message stays in flight. `value.handle`: undefined, it stays the same. */
  async hide(queue, handle, seconds) {
    const input = { QueueUrl: queue, ReceiptHandle: handle, VisibilityTimeout: seconds }
    const answer =
      this.#form === 'json'
        ? await this.ask('ChangeMessageVisibility', input)
        : await this.#query('ChangeMessageVisibility', input)
    return { ...answer, value: {} }
  }
}

function sentValue({ MessageId, SequenceNumber }) {
  return { id: MessageId, sequenceNumber: SequenceNumber }
}

function receivedValue({ MessageId, Body, ReceiptHandle, Attributes }) {
  return { id: MessageId, body: Body, handle: ReceiptHandle, count: Number(Attributes.ApproximateReceiveCount) }
}

/** The one attribute that was asked for is the receive count. */
function receivedInXml(xml) {
  return xml
    .split('<Message>')
    .slice(1)
    .map((message) => ({
      id: textIn('MessageId', message),
      body: textIn('Body', message),
      handle: textIn('ReceiptHandle', message),
      count: Number(textIn('Value', message)),
    }))
}

function textIn(element, xml) {
  return new RegExp(`<${element}>([^<]*)</${element}>`).exec(xml)?.[1]
}
