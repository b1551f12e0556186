import type { WireRequest, WireResponse } from '../adapter.ts'
import { escapeXml } from '../xml/escape.ts'

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

/** Versions by which forms name a service, where only one has that version. Sources: API references of the services. */
const otherVersions: ReadonlyMap<string, string> = new Map([
  ['2010-03-31', 'sns'],
  ['2010-05-08', 'iam'],
  ['2010-05-15', 'cloudformation'],
  ['2010-08-01', 'monitoring'],
  ['2011-01-01', 'autoscaling'],
  ['2014-10-31', 'rds'],
  ['2016-11-15', 'ec2'],
])

/** The service that has this version of its API in forms; undefined: not one that is known. */
export function serviceOfVersion(version: string): string | undefined {
  return otherVersions.get(version)
}

/** The service that the first part of an `X-Amz-Target` stands for: `DynamoDB_20120810` is `dynamodb`. */
export function serviceOfTarget(prefix: string): string {
  return Object.hasOwn(targetNames, prefix) ? targetNames[prefix]! : prefix.split('_', 1)[0]!.toLowerCase()
}

/** The service that the host of a request stands for; buckets have hosts of their own, `<bucket>.s3.<region>.…`. */
export function serviceOfHost({ host }: WireRequest): string | undefined {
  const labels = host.toLowerCase().split('.')
  if (labels.length < 2) return undefined
  if (knownHosts.has(labels[0]!)) return labels[0]
  return labels.length > 2 && labels[1] === 's3' ? 's3' : undefined
}

/** Says in the form of that service that it is not here, and what is. A request id is a UUID. */
export function notServed(service: string, protocol: 'json' | 'query', requestId: string): WireResponse {
  const message =
    `The service ${service} is not offered here. This is twinmq, a local emulator of Amazon SQS and Alibaba Cloud MNS: ` +
    'it serves these two, and of AWS STS GetCallerIdentity and AssumeRole. Send this request to another endpoint.'
  const inJson = protocol === 'json'
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
