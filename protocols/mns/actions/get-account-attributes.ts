import { action, noInput } from '../action.ts'
import { answerDocument, linesOf, part } from '../xml-codec.ts'

const accountDocument = answerDocument('Account', { LoggingBucket: '{{loggingBucket}}', '#text': '{{{trace}}}' })
const tracePart = part('TraceEnabled', '{{traceEnabled}}')
const accountIdDocument = answerDocument('Account', { AccountId: '{{accountId}}' })

/** Tells the attributes of an account. LoggingBucket is there also when it is empty: Python asks for it. */
export const getAccountAttributes = action<'getAccount', undefined>({
  name: 'GetAccountAttributes',
  source: 'MNS API, GetAccountAttributes',
  input: noInput,
  command: (_input, { topic: { account } }) => ({ kind: 'getAccount', account }),
  output: ({ loggingBucket = '', traceEnabled }) => {
    const trace = traceEnabled === undefined ? '' : linesOf([tracePart.fill({ traceEnabled: String(traceEnabled) })])
    return { status: 200, body: accountDocument.fill({ loggingBucket, trace }) }
  },
})

/** Tells whose account it is; old Java clients ask for it. */
export const getAccountId = action<'getAccount', undefined>({
  name: 'GetAccountId',
  source: 'MNS Java SDK 1.0, account id',
  input: noInput,
  command: (_input, { topic: { account } }) => ({ kind: 'getAccount', account }),
  output: (_settings, { topic: { account: accountId } }) => ({
    status: 200,
    body: accountIdDocument.fill({ accountId }),
  }),
})
