import { addressFlags, addressUsage, badOption, readWords, urlGiven } from './flags.ts'
import { placeGiven } from './named-queue.ts'
import { exitCodes, type Subcommand } from './subcommand.ts'

/** Ways to write variables. */
const formats: Readonly<Record<string, (variables: Readonly<Record<string, string>>) => string>> = {
  shell: (variables) => linesOf(variables, (name, value) => `export ${name}=${shellWord(value)}`),
  dotenv: (variables) => linesOf(variables, (name, value) => `${name}=${dotenvWord(value)}`),
  json: (variables) => `${JSON.stringify(variables, null, 2)}\n`,
}

/** Prints the variables that point clients here. */
export const env: Subcommand = {
  usage: `Usage: twinmq env [--format ${Object.keys(formats).join('|')}] [--url URL] [--account ID] [--region NAME]

Prints the variables that point SDKs of both clouds at a twinmq. In a shell: eval "$(twinmq env)"

  --format NAME          shell: exports for sh; dotenv: lines of a .env file; json (shell)
  --json                 the same as --format json
${addressUsage}  --account ID           account of the clients (that of the twinmq) [TWINMQ_ACCOUNT]
  --region NAME          region of the clients (us-east-1) [TWINMQ_REGION]
  --help                 print this
`,
  async run(words) {
    const text = { type: 'string' } as const
    const flags = { ...addressFlags, format: text, account: text, region: text, json: { type: 'boolean' } } as const
    const { values } = readWords(words, flags, [])
    const format = values.format ?? (values.json ? 'json' : 'shell')
    const write = Object.hasOwn(formats, format) ? formats[format] : undefined
    if (!write) throw badOption(`--format: '${format}' is not ${Object.keys(formats).join('|')}`)
    process.stdout.write(write(variablesFor(await urlGiven(values), placeGiven(values))))
    return exitCodes.done
  },
}

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

/** A word that sh takes for that text, whatever it holds. */
function shellWord(text: string): string {
  return plainWord.test(text) ? text : `'${text.replaceAll("'", "'\\''")}'`
}

/** A value that readers of .env files take for that text. */
function dotenvWord(text: string): string {
  return plainWord.test(text) ? text : JSON.stringify(text)
}
