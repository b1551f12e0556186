import { subcommand } from './command-line.ts'
import { addressFlags, urlGiven } from './flags.ts'
import { placeGiven } from './named-queue.ts'
import { badOption, exitCodes } from './subcommand.ts'

/** Formats of the output. */
const formats: Readonly<Record<string, (variables: Readonly<Record<string, string>>) => string>> = {
  shell: (variables) => linesOf(variables, (name, value) => `export ${name}=${shellWord(value)}`),
  dotenv: (variables) => linesOf(variables, (name, value) => `${name}=${dotenvWord(value)}`),
  json: (variables) => `${JSON.stringify(variables, null, 2)}\n`,
}

/** Prints the variables that point clients here. */
export const env = subcommand({
  summary: 'print the variables that point SDKs here',
  words: [],
  flags: {
    format: {
      value: Object.keys(formats).join('|'),
      help: 'shell: exports for sh; dotenv: lines of a .env file; json (shell)',
    },
    json: { help: 'the same as --format json' },
    account: { value: 'ID', variable: 'TWINMQ_ACCOUNT', help: 'account of the clients (that of the twinmq)' },
    region: { value: 'NAME', variable: 'TWINMQ_REGION', help: 'region of the clients (us-east-1)' },
  },
  shared: addressFlags,
  about: 'Prints the variables that point the SDKs of both clouds at a twinmq.',
  exits: { [exitCodes.done]: 'done', [exitCodes.badOption]: 'wrong usage' },
  examples: ['eval "$(twinmq env)"', 'twinmq env --format dotenv'],
  async run({ values }) {
    const format = values.format ?? (values.json ? 'json' : 'shell')
    const write = Object.hasOwn(formats, format) ? formats[format] : undefined
    if (!write) throw badOption(`--format: '${format}' is not ${Object.keys(formats).join('|')}`)
    process.stdout.write(write(variablesFor(await urlGiven(values), placeGiven(values))))
    return exitCodes.done
  },
})

/** An access key that is an account stands for it, in both clouds. Source: AWS SDKs and Tools Reference Guide; Alibaba Cloud SDK credentials. */
function variablesFor(
  url: string,
  { account = 'test', region = 'us-east-1' }: { readonly account?: string; readonly region?: string },
): Readonly<Record<string, string>> {
  return {
    AWS_ENDPOINT_URL_SQS: url,
    AWS_ENDPOINT_URL_STS: url,
    AWS_ACCESS_KEY_ID: account,
    AWS_SECRET_ACCESS_KEY: 'test',
    AWS_REGION: region,
    AWS_DEFAULT_REGION: region,
    MNS_ENDPOINT: url,
    ALIBABA_CLOUD_ACCESS_KEY_ID: account,
    ALIBABA_CLOUD_ACCESS_KEY_SECRET: 'test',
    TWINMQ_URL: url,
  }
}

function linesOf(variables: Readonly<Record<string, string>>, line: (name: string, value: string) => string): string {
  return Object.entries(variables)
    .map(([name, value]) => `${line(name, value)}\n`)
    .join('')
}

const plainWord = /^[\w.:/@%+,-]+$/

/** The text as one word of sh. */
function shellWord(text: string): string {
  return plainWord.test(text) ? text : `'${text.replaceAll("'", "'\\''")}'`
}

/** The text as a value in a .env file. */
function dotenvWord(text: string): string {
  return plainWord.test(text) ? text : JSON.stringify(text)
}
