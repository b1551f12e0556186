import { dashed, type Operation } from './operation.ts'
import { globalOptions, type Option, operationOptions, pageOptions } from './options.ts'
import { services } from './services.ts'
import type { Shape } from './shape.ts'
import { parametersOf, type Words } from './words.ts'

/** What `help` and `--help` print, for the whole command, a service or an operation. */
export function helpText({ service, operation }: Words): string {
  if (operation && service) return operationHelp(service.name, operation.name, operation.row)
  if (!service) return commandHelp()
  const names = Object.keys(service.operations).map((name) => `  ${dashed(name)}`)
  return `${service.title}

Usage: aws [options] ${service.name} <subcommand> [parameters]

Subcommands; aws ${service.name} SUBCOMMAND help says more:
${names.join('\n')}
`
}

function commandHelp(): string {
  return `The small aws command of twinmq: Amazon SQS, and what scripts need of STS, with the arguments and the output of the AWS CLI.
It never calls the real cloud by itself. Where no endpoint is given (--endpoint-url, AWS_ENDPOINT_URL_SQS, AWS_ENDPOINT_URL, a
profile's endpoint_url), requests go to TWINMQ_URL, else to LOCALSTACK_HOST, else to http://localhost:4566; keys are test and
test, and the region is us-east-1, where none are set. awslocal is the same command.

Usage: aws [options] <command> <subcommand> [parameters]

Commands; aws COMMAND help says more:
${services.map(({ name, title }) => `  ${name.padEnd(8)} ${title}`).join('\n')}

Options:
${lines(globalOptions)}

Exit codes: 0 done, 252 wrong words, 253 wrong configuration, 254 refused by the service, 255 anything else.
`
}

function operationHelp(service: string, name: string, operation: Operation): string {
  const members = Object.entries(operation.input.members)
  const parameters = parametersOf(operation).map(({ name: option }, at) => {
    const [, shape] = members[at]!
    return `  ${`--${option}`.padEnd(28)} ${formOf(shape)}${shape.required ? ', required' : ''}`
  })
  const others = [...operationOptions, ...(operation.pagesOf ? pageOptions : [])]
  return `Usage: aws [options] ${service} ${dashed(name)} [parameters]

Parameters:
${parameters.join('\n')}${parameters.length > 0 ? '\n' : ''}${lines(others)}
`
}

function lines(options: readonly Option[]): string {
  return options.map(({ name, meaning = '' }) => `  ${`--${name}`.padEnd(28)} ${meaning}`.trimEnd()).join('\n')
}

function formOf(shape: Shape): string {
  switch (shape.kind) {
    case 'list':
      return `${formOf(shape.of)} ...`
    case 'map':
      return `NAME=${formOf(shape.of)},...`
    case 'structure':
      return `{${Object.entries(shape.members)
        .map(([name, inner]) => `${name}=${formOf(inner)}`)
        .join(',')}}`
    default:
      return shape.kind
  }
}
