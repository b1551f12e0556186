import type { WireRequest, WireResponse } from './adapter.ts'
import type { Credential } from './sqs/caller.ts'
import { escapeXml } from './xml.ts'

/** Hosts that begin with one of these mean that service, in requests that are not signed. Source: AWS General Reference, service endpoints. */
// biome-ignore format: a list reads better in few lines
const knownHosts: ReadonlySet<string> = new Set([
  's3', 'sns', 'dynamodb', 'lambda', 'kinesis', 'firehose', 'events', 'logs', 'monitoring', 'cloudformation', 'iam',
  'kms', 'ssm', 'secretsmanager', 'states', 'apigateway', 'execute-api', 'ec2', 'ecr', 'ecs', 'rds', 'route53', 'ses',
  'email', 'cognito-idp', 'elasticache', 'es', 'glue', 'athena', 'scheduler',
])

/** Target prefixes that say less of a service than its signing name does. */
const targetNames: Readonly<Record<string, string>> = {
  AWSEvents: 'events',
  AmazonSSM: 'ssm',
  TrentService: 'kms',
  AWSStepFunctions: 'states',
  AWSCognitoIdentityProviderService: 'cognito-idp',
  AmazonEC2ContainerRegistry_V20150921: 'ecr',
  AmazonEC2ContainerServiceV20141113: 'ecs',
}

/** Services whose requests and answers are REST with XML, or REST with JSON; the rest speak Query or AWS JSON. */
const restXml: ReadonlySet<string> = new Set(['s3', 'route53', 'cloudfront', 's3control'])
const restJson: ReadonlySet<string> = new Set([
  'lambda',
  'apigateway',
  'execute-api',
  'scheduler',
  'eks',
  'es',
  'appsync',
  'iot',
  'pipes',
  'batch',
  'xray',
])

/**
 * The service of AWS that a request is meant for, when that is not one of `served`: as its target or else its
 * signature says. Undefined: it is, or the request does not say.
 */
export function otherService(
  { headers }: WireRequest,
  signed: Credential | undefined,
  served: readonly string[],
): string | undefined {
  const target = headers['x-amz-target']
  if (typeof target === 'string' && target !== '') return serviceOfTarget(target, signed, served)
  const named = signed?.service
  return named === undefined || served.includes(named) ? undefined : named
}

function serviceOfTarget(
  target: string,
  signed: Credential | undefined,
  served: readonly string[],
): string | undefined {
  const dot = target.lastIndexOf('.')
  if (dot === -1) return undefined
  const prefix = target.slice(0, dot)
  if (prefix.toLowerCase() === 'amazonsqs') return undefined
  const named = signed?.service
  if (named !== undefined && !served.includes(named)) return named
  return Object.hasOwn(targetNames, prefix) ? targetNames[prefix] : prefix.split('_', 1)[0]!.toLowerCase()
}

/** The service that the host of a request stands for; buckets have hosts of their own, `<bucket>.s3.<region>.…`. */
export function serviceOfHost({ host }: WireRequest): string | undefined {
  const labels = host.toLowerCase().split('.')
  if (labels.length < 2) return undefined
  if (knownHosts.has(labels[0]!)) return labels[0]
  return labels.length > 2 && labels[1] === 's3' ? 's3' : undefined
}

/** Says in the form of that service that it is not here, and what is. A request id is a UUID. */
export function notServed(service: string, { headers }: WireRequest, requestId: string): WireResponse {
  const message =
    `The service ${service} is not offered here. This is twinmq, a local emulator of Amazon SQS and Alibaba Cloud MNS: ` +
    'it serves these two, and of AWS STS GetCallerIdentity and AssumeRole. Send this request to another endpoint.'
  const inJson = headers['x-amz-target'] !== undefined || headers['content-type']?.includes('amz-json') === true
  if (inJson || restJson.has(service)) {
    const contentType = inJson ? 'application/x-amz-json-1.0' : 'application/json'
    return {
      status: 501,
      headers: { 'Content-Type': contentType, 'x-amzn-RequestId': requestId, 'x-amzn-errortype': 'NotImplemented' },
      body: JSON.stringify({ __type: 'NotImplemented', message }),
    }
  }
  const text = escapeXml(message)
  const id = `<RequestId>${requestId}</RequestId>`
  const error = `<Code>NotImplemented</Code><Message>${text}</Message>`
  const body = restXml.has(service)
    ? `<Error>${error}${id}</Error>`
    : `<ErrorResponse><Error><Type>Receiver</Type>${error}</Error>${id}</ErrorResponse>`
  const contentType = restXml.has(service) ? 'application/xml' : 'text/xml'
  return {
    status: 501,
    headers: { 'Content-Type': contentType, 'x-amzn-RequestId': requestId },
    body: `<?xml version="1.0"?>${body}`,
  }
}
