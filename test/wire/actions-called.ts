import type { AdapterOptions, WireRequest } from '../../protocols/adapter.ts'
import { isError } from '../../protocols/mns/errors.ts'
import { readPath, readRequest, splitTarget } from '../../protocols/mns/request.ts'
import { actionFor, routesOf } from '../../protocols/mns/routes.ts'
import type { Fixture, MnsStep, SqsStep } from './fixture.ts'

/** The actions that a fixture calls, such as `sqs SendMessage`. */
export function actionsCalled({ steps }: Fixture<SqsStep | MnsStep>): string[] {
  return steps.flatMap((step) => {
    if ('method' in step) return mnsAction(step) ?? []
    return step.call === undefined ? [] : `sqs ${step.call}`
  })
}

const options: AdapterOptions = {
  defaultAccount: '000000000000',
  defaultRegion: 'us-east-1',
  namespace: 'isolated',
  strict: false,
  nowMs: () => 0,
  nextRequestId: () => '',
  warn() {},
}

function mnsAction({ method, target, headers = {}, body = '' }: MnsStep): string | undefined {
  const base = { scheme: 'http', base: 'http://127.0.0.1', host: '127.0.0.1' }
  const wire: WireRequest = { method, target, headers, body: Buffer.from(body), ...base }
  const { path: pathText, query } = splitTarget(target)
  const path = readPath(pathText)
  const routes = path && routesOf(method, path.shape)
  const request = path && readRequest(wire, path, query, options)
  if (!routes || !request || isError(request)) return undefined
  const action = actionFor(routes, request)
  return isError(action) ? undefined : `mns ${action.name}`
}
