import type { Schema } from '../../protocols/schema.ts'
import { membersOf, pagedList } from '../client/members.ts'
import type { Operation } from '../client/operations.ts'
import { services } from '../client/services.ts'
import { dashed, globalOptions, type Option, operationOptions, pageOptions } from './options.ts'
import type { Words } from './words.ts'

/** The text of `help` and `--help` for the command, a service or an operation. */
export function helpText({ service, operation }: Words): string {
  if (operation && service) return operationHelp(service.name, operation)
  if (!service) return commandHelp()
  const names = service.operations.map(({ name }) => `  ${dashed(name)}`)
  return `${service.title}

Usage: aws [options] ${service.name} <subcommand> [parameters]

Subcommands; aws ${service.name} SUBCOMMAND help says more:
${names.join('\n')}
`
}

function commandHelp(): string {
  return `The small aws command of twinmq: Amazon SQS and the parts of STS that scripts need, with the arguments and output of the AWS CLI.
It never calls the real cloud by itself. Without an endpoint (--endpoint-url, AWS_ENDPOINT_URL_SQS, AWS_ENDPOINT_URL or a
profile's endpoint_url), requests go to TWINMQ_URL, then LOCALSTACK_HOST, then the address of a start in this folder
(TWINMQ_HOST, TWINMQ_PORT, config file), then http://localhost:4566. The default keys are test and test; the default region
is us-east-1. awslocal is the same command.

Usage: aws [options] <command> <subcommand> [parameters]

Commands; aws COMMAND help says more:
${services.map(({ name, title }) => `  ${name.padEnd(8)} ${title}`).join('\n')}

Options:
${lines(globalOptions)}

Exit codes: 0 done, 252 wrong words, 253 wrong configuration, 254 refused by the service, 255 anything else.
`
}

function operationHelp(service: string, operation: Operation): string {
  const parameters = membersOf(operation.input).map(
    ({ name, schema, required }) =>
      `  ${`--${dashed(name)}`.padEnd(28)} ${formOf(schema)}${required ? ', required' : ''}`,
  )
  const others = [...operationOptions, ...(pagedList(operation) ? pageOptions : [])]
  return `Usage: aws [options] ${service} ${dashed(operation.name)} [parameters]

Parameters:
${parameters.join('\n')}${parameters.length > 0 ? '\n' : ''}${lines(others)}
`
}

function lines(options: readonly Option[]): string {
  return options.map(({ name, meaning = '' }) => `  ${`--${name}`.padEnd(28)} ${meaning}`.trimEnd()).join('\n')
}

function formOf(schema: Schema<unknown>): string {
  switch (schema.kind) {
    case 'list':
      return `${formOf(schema.item)} ...`
    case 'map':
      return `NAME=${formOf(schema.value)},...`
    case 'object':
      return `{${membersOf(schema)
        .map(({ name, schema: inner }) => `${name}=${formOf(inner)}`)
        .join(',')}}`
    case 'integer':
      return 'number'
    case 'boolean':
      return 'boolean'
    default:
      if (schema.form === undefined) return 'text'
      return schema.form === 'base64' ? 'blob' : schema.form
  }
}
