/** One option of a command line. */
export type Option = {
  /** Without dashes. */
  readonly name: string
  /** Number of words that follow it: none, one, one or none, or any number. */
  readonly takes: 'none' | 'one' | 'maybe' | 'many'
  readonly choices?: readonly string[]
  readonly whole?: true
  readonly meaning?: string
}

const cli = 'accepted, but has no effect here'

/** A name as the command line writes it: `AWSAccountIds` is `aws-account-ids`. */
export function dashed(name: string): string {
  return name
    .replace(/(.)([A-Z][a-z]+)/g, '$1-$2')
    .replace(/([a-z0-9])([A-Z])/g, '$1-$2')
    .toLowerCase()
}

/** Options that are accepted in any place. Source: AWS CLI Command Reference, Global Options. */
export const globalOptions: readonly Option[] = [
  { name: 'endpoint-url', takes: 'one', meaning: 'where to send requests' },
  { name: 'region', takes: 'one', meaning: 'region of the queues' },
  { name: 'profile', takes: 'one', meaning: 'profile of the configuration and credentials files' },
  {
    name: 'output',
    takes: 'one',
    choices: ['json', 'text', 'table', 'yaml', 'yaml-stream', 'off'],
    meaning: 'how the answer is printed',
  },
  { name: 'query', takes: 'one', meaning: 'a JMESPath expression that selects from the answer' },
  { name: 'no-paginate', takes: 'none', meaning: 'make only one call' },
  { name: 'no-sign-request', takes: 'none', meaning: 'send no signature' },
  { name: 'no-verify-ssl', takes: 'none', meaning: 'accept any certificate' },
  { name: 'ca-bundle', takes: 'one', meaning: 'file of the certificates to trust' },
  {
    name: 'cli-read-timeout',
    takes: 'one',
    whole: true,
    meaning: 'longest wait for an answer in seconds; 0: no limit',
  },
  { name: 'cli-connect-timeout', takes: 'one', whole: true, meaning: 'longest wait for a connection in seconds' },
  {
    name: 'cli-binary-format',
    takes: 'one',
    choices: ['base64', 'raw-in-base64-out'],
    meaning: 'form of binary input',
  },
  { name: 'color', takes: 'one', choices: ['on', 'off', 'auto'], meaning: cli },
  { name: 'no-cli-pager', takes: 'none', meaning: cli },
  { name: 'cli-auto-prompt', takes: 'none', meaning: cli },
  { name: 'no-cli-auto-prompt', takes: 'none', meaning: cli },
  { name: 'debug', takes: 'none', meaning: cli },
  { name: 'version', takes: 'none', meaning: 'print the version' },
  { name: 'help', takes: 'none', meaning: 'print this help' },
]

/** Options that every operation has in addition to its parameters. */
export const operationOptions: readonly Option[] = [
  { name: 'cli-input-json', takes: 'one', meaning: 'parameters as JSON, or file://PATH' },
  { name: 'cli-input-yaml', takes: 'one', meaning: 'parameters as YAML, or file://PATH' },
  {
    name: 'generate-cli-skeleton',
    takes: 'maybe',
    choices: ['input', 'output', 'yaml-input'],
    meaning: 'print what --cli-input-json takes',
  },
]

/** Options of operations that answer with pages. */
export const pageOptions: readonly Option[] = [
  { name: 'starting-token', takes: 'one', meaning: 'the NextToken of an earlier command' },
  { name: 'page-size', takes: 'one', whole: true, meaning: 'maximum number of items a call' },
  { name: 'max-items', takes: 'one', whole: true, meaning: 'maximum number of items in all' },
]
