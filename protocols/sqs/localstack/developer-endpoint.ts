import type { MessagesPeeked, PeekMessages } from '../../../src/core/commands/command.ts'
import type { Message, MessageState, Namespace } from '../../../src/core/model.ts'
import type { AwsProtocol, Call, WireRequest, WireResponse } from '../../adapter.ts'
import type { CredentialScope } from '../../aws/credential.ts'
import { isWireError, type WireError, wireError } from '../../aws/errors.ts'
import { addParameters, emptyForm } from '../../aws/query-form.ts'
import { uuid } from '../../aws/uuid.ts'
import { receiveMessage } from '../actions/receive-message.ts'
import type { Codec } from '../codec.ts'
import { attributesMd5, md5 } from '../digests.ts'
import { pathOf } from '../input.ts'
import { actionOfTarget, jsonCodec } from '../json-codec.ts'
import { printAttributes } from '../message-attributes.ts'
import { isQueuePath, queueAt } from '../names.ts'
import { asksForJson, queryCodec } from '../query-codec.ts'
import { refusalError } from '../refusals.ts'
import { type Holder, readSystemAttributes } from '../system-attributes.ts'
import { developerPath } from './developer-path.ts'
import { objectView } from './object-view.ts'

/** Stands where a receive has a handle: what is only looked at cannot be deleted. */
const noReceipt = 'SQS/BACKDOOR/ACCESS'

/** Who looks, and how an answer bears an id. */
type Asker = {
  readonly protocol: AwsProtocol
  readonly scope: CredentialScope
  readonly namespace: Namespace
  readonly requestId: string
}

/** What is to be seen beside messages that could be received. */
type Shown = { readonly invisible: boolean; readonly delayed: boolean }

/** How answers to such a request are written. */
export function developerCodec(request: WireRequest, protocol: AwsProtocol): Codec {
  if (protocol === 'json') return jsonCodec
  return asksForJson(request) ? objectView : queryCodec
}

/** Reads a request to the developer endpoint: a look at all messages of one queue that changes nothing about them. */
export function lookAtMessages(request: WireRequest, asker: Asker): Call | WireResponse {
  const { protocol, requestId, scope, namespace } = asker
  const codec = developerCodec(request, protocol)
  const asked = readLook(request, protocol)
  if (isWireError(asked)) return codec.failure(asked, requestId)
  const { reference, shown } = asked
  const queue = queueAt(reference, scope, namespace)
  const command: PeekMessages = { kind: 'peekMessages', queue, which: 'all', limit: everyMessage }
  return {
    action: receiveMessage.name,
    command,
    encode(result) {
      if (!result.ok) return codec.failure(refusalError(result.refusal, {}), requestId)
      // The reply is that of the command above.
      const peeked = result.value as MessagesPeeked
      const holder = { queue, fifo: peeked.description.queue.settings.fifo === true, namespace }
      const messages = listed(peeked, shown).map((message) => printed(message, holder, shown))
      return codec.success(receiveMessage, messages.length > 0 ? { Messages: messages } : {}, requestId)
    },
  }
}

/** Leaves room for the one more that tells whether a page is the last. */
const everyMessage = Number.MAX_SAFE_INTEGER - 1

/** `/<region>/<account>/<name>` */
const placeForm = /^\/[^/]+\/\d+\/[^/]+$/

type Look = { readonly reference: string; readonly shown: Shown }

function readLook(request: WireRequest, protocol: AwsProtocol): Look | WireError {
  if (request.method !== 'GET' && request.method !== 'POST')
    return wireError('MethodNotAllowed', `Use GET or POST, not ${request.method}.`)
  const values = valuesOf(request, protocol)
  const action = values.get('Action')
  if (action !== undefined && action !== receiveMessage.name)
    return wireError('InvalidRequest', `This endpoint only accepts ${receiveMessage.name} calls`)
  const path = pathOf(request).slice(developerPath.length).replace(/\/+$/, '')
  if (path !== '' && !placeForm.test(path))
    return wireError('InvalidAddress', `The address ${path} is not that of a queue.`)
  const reference = path === '' ? (values.get('QueueUrl') ?? '') : `/queue${path}`
  if (reference === '')
    return wireError(
      'QueueDoesNotExist',
      `Name a queue: ${developerPath}?QueueUrl=URL, or ${developerPath}/REGION/ACCOUNT/NAME.`,
    )
  if (!namesQueue(reference)) return wireError('InvalidAddress', `The address ${reference} is not that of a queue.`)
  return {
    reference,
    shown: { invisible: isOn(values.get('ShowInvisible')), delayed: isOn(values.get('ShowDelayed')) },
  }
}

/** A URL or a path of a queue, or a bare name. */
function namesQueue(reference: string): boolean {
  if (!reference.includes('/')) return true
  const afterScheme = reference.slice(reference.indexOf('://') === -1 ? 0 : reference.indexOf('://') + 3)
  const path = afterScheme.split(/[?#]/, 1)[0]!
  const slash = path.indexOf('/')
  return (slash !== -1 && isQueuePath(path.slice(slash))) || (afterScheme === reference && isQueuePath(`/${path}`))
}

function isOn(text: string | undefined): boolean {
  const word = text?.toLowerCase()
  return word === 'true' || word === '1'
}

/** What the query, a form or a JSON document says, the later winning. */
function valuesOf(request: WireRequest, protocol: AwsProtocol): ReadonlyMap<string, string> {
  const form = emptyForm()
  const mark = request.target.indexOf('?')
  if (mark !== -1) addParameters(form, request.target.slice(mark + 1))
  const json = protocol === 'json'
  if (!json && request.method === 'POST') addParameters(form, request.body.toString('utf8'))
  const texts = [...(form.fields ?? [])].map(([name, { text = '' }]): [string, string] => [name, text])
  return new Map([...texts, ...(json ? jsonValues(request) : [])])
}

function jsonValues({ headers, body }: WireRequest): [string, string][] {
  const target = String(headers['x-amz-target'] ?? '')
  const action = actionOfTarget(target) ?? target
  const members = { ...parsed(body), ...(action !== '' && { Action: action }) }
  return Object.entries(members).map(([name, value]) => [name, String(value)])
}

function parsed(body: Buffer): object {
  try {
    return Object(JSON.parse(body.toString('utf8')))
  } catch {
    return {}
  }
}

type Looked = MessagesPeeked['messages'][number]
/** `blocked`: ready, and yet not to be received before one of its group that is hidden. */
type Place = MessageState | 'blocked'
type Placed = { readonly message: Message; readonly place: Place }

/** Those to be shown in order: in flight, behind such in a FIFO queue, ready (a FIFO queue group by group), delayed. */
function listed({ messages, description }: MessagesPeeked, { invisible, delayed }: Shown): readonly Placed[] {
  const placed = description.queue.settings.fifo ? placedInGroups(messages) : messages.map(inItsState)
  const of = (wanted: Place): Placed[] => placed.filter(({ place }) => place === wanted)
  return [
    ...(invisible ? [...of('inFlight'), ...of('blocked')] : []),
    ...of('ready'),
    ...(delayed ? of('delayed') : []),
  ]
}

function inItsState({ message, state }: Looked): Placed {
  return { message, place: state }
}

function placedInGroups(messages: readonly Looked[]): Placed[] {
  const groups = new Map<string, Placed[]>()
  for (const { message, state } of messages) {
    const name = message.groupId ?? ''
    const group = groups.get(name) ?? []
    groups.set(name, group)
    const last = group.at(-1)
    group.push({ message, place: state === 'ready' && last && last.place !== 'ready' ? 'blocked' : state })
  }
  return [...groups.values()].flat()
}

function printed({ message, place }: Placed, holder: Holder, shown: Shown): object {
  const { attributes = [] } = message
  return {
    MessageId: uuid(message.id),
    ReceiptHandle: noReceipt,
    MD5OfBody: md5(message.body),
    Body: message.body,
    Attributes: {
      ...readSystemAttributes(message, ['All'], holder),
      ...(shown.invisible && { IsVisible: String(place !== 'inFlight' && place !== 'blocked') }),
      ...(shown.delayed && { IsDelayed: String(place === 'delayed') }),
    },
    ...(attributes.length > 0 && {
      MD5OfMessageAttributes: attributesMd5(attributes),
      MessageAttributes: printAttributes(attributes),
    }),
  }
}
