import { action, noInput } from '../action.ts'
import { answerDocument } from '../xml-codec.ts'

const orderDocument = answerDocument('OpenService', { OrderId: '{{orderId}}' })

/** Orders the service for an account, which has it already: what comes is the number of an order. */
export const openService = action<'getAccount', undefined>({
  name: 'OpenService',
  source: 'MNS Python SDK, OpenService',
  input: noInput,
  command: (_input, { topic: { account } }) => ({ kind: 'getAccount', account }),
  output: (_settings, _request, _input, { requestId }) => ({
    status: 200,
    body: orderDocument.fill({ orderId: orderNumber(requestId) }),
  }),
})

/** 15 digits, another number for each request. */
function orderNumber(requestId: string): string {
  return String(Number.parseInt(requestId.slice(0, 12), 16)).padStart(15, '0')
}
