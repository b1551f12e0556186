import type { Config } from '../config/options.ts'
import { subcommand } from './command-line.ts'
import { addressFlags, configGiven, urlGiven } from './flags.ts'
import { exitCodes } from './subcommand.ts'

/** A client, and the line of code that sets its endpoint. */
type Client = { readonly name: string; readonly line: (place: Place) => string }

/** What the lines are made for. */
type Place = {
  readonly account: string
  readonly region: string
  /** `http://127.0.0.1:4566` */
  readonly url: string
  /** The host name of the account's endpoint in the cloud. */
  readonly cloudHost: string
  readonly port: number
}

/** Clients of MNS, official ones first. */
// biome-ignore format: a table reads by rows
const clients: readonly Client[] = [
  { name: 'Python, aliyun-mns-sdk', line: ({ url }) => `Account('${url}', 'ak', 'sk')` },
  { name: 'Java, aliyun-sdk-mns 2', line: ({ url, region }) => `MNSClientBuilder.create().accountEndpoint("${url}").accessKeyId("ak").accessKeySecret("sk").region("${region}").build()` },
  { name: 'Java, aliyun-sdk-mns 1', line: ({ url }) => `new CloudAccount("ak", "sk", "${url}").getMNSClient()` },
  { name: 'Go, aliyun-mns-go-sdk 2', line: ({ url, region }) => `ali_mns.NewClient("${url}", "${region}"), with ALIBABA_CLOUD_ACCESS_KEY_ID and ALIBABA_CLOUD_ACCESS_KEY_SECRET set` },
  { name: 'PHP, aliyun-mns-php-sdk (needs the name above)', line: ({ cloudHost, port }) => `new Client('http://${cloudHost}:${port}', 'ak', 'sk')` },
  { name: 'Node, @alicloud/mns 1.1 or later', line: ({ url, account, region }) => `new Client('${account}', { endpoint: '${url}', region: '${region}', accessKeyId: 'ak', accessKeySecret: 'sk' })` },
  { name: 'Node, @alicloud/mns 1.0 (needs the name above)', line: ({ cloudHost, port }) => `client.endpoint = client.endpointDomain = 'http://${cloudHost}:${port}'` },
  { name: '.NET, Aliyun.MNS (not tried)', line: ({ url }) => `new MNSClient("ak", "sk", "${url}")` },
  { name: 'Command line, mnscmd of aliyun-mns-sdk', line: ({ url }) => `mnscmd listqueue --mnsendpoint=${url} --accesskeyid=ak --accesskeysecret=sk` },
  { name: 'Go, aliyungo/mns', line: ({ url }) => `mns.NewClient("ak", "sk", "${url.slice('http://'.length)}")` },
  { name: 'Node, ali-mns (host is fixed, so twinmq is its proxy)', line: ({ url, account }) => `HTTP_PROXY=${url} node app.js, and in it: const account = new Account('${account}', 'ak', 'sk'); account.setGA(false)` },
  { name: 'Elixir, ex_aliyun_mns', line: ({ url }) => `config :ex_aliyun_mns, host: "${url}"` },
]

/** Labels of the service and the region: public, from within the cloud, from within a private network. Source: MNS API, endpoints. */
const layouts: readonly ((region: string) => string)[] = [
  (region) => `mns.${region}`,
  (region) => `mns.${region}-internal`,
  (region) => `mns.${region}-internal-vpc`,
  (region) => `mns.${region}-vpc`,
  (region) => `mns-internal.${region}`,
  (region) => `mns-vpc.${region}`,
]

/** Prints what points each client of MNS here. */
export const mnsHosts = subcommand({
  summary: 'print hosts file lines, and how to point each MNS client here',
  words: [],
  flags: {
    account: { value: 'ID', variable: 'TWINMQ_ACCOUNT', help: 'account of the clients (000000000000)' },
    region: { value: 'NAME', variable: 'TWINMQ_REGION', help: 'region of the clients (us-east-1)' },
    port: { value: 'PORT', help: 'port of twinmq (that of its address)' },
  },
  shared: addressFlags,
  about: 'Prints lines for a hosts file. Comments in it show the line of code that points each MNS client here.',
  exits: { [exitCodes.done]: 'done', [exitCodes.badOption]: 'wrong usage' },
  examples: ['twinmq mns-hosts --region cn-hangzhou'],
  async run({ values }) {
    const port = values.port === undefined ? portOf(await urlGiven(values)) : configGiven(values, ['port']).port
    process.stdout.write(linesFor({ ...configGiven(values, ['account', 'region']), port }))
    return exitCodes.done
  },
})

function portOf(url: string): number {
  const { port, protocol } = new URL(url)
  return port === '' ? (protocol === 'https:' ? 443 : 80) : Number(port)
}

/** Source: MNS API, endpoints. */
function linesFor({ account, region, port }: Pick<Config, 'account' | 'region' | 'port'>): string {
  const cloudHost = `${account}.mns.${region}.aliyuncs.com`
  const place = { account, region, port, cloudHost, url: `http://127.0.0.1:${port}` }
  const names = layouts.map((layout) => `127.0.0.1 ${account}.${layout(region)}.aliyuncs.com`)
  const lines = clients.flatMap(({ name, line }) => [`#   ${name}`, `#     ${line(place)}`])
  return [
    '# twinmq: host names of Alibaba Cloud MNS. A hosts file has no ports: set the port in the client, or start twinmq with --port 80.',
    ...names,
    '#',
    '# Clients, and the line that points each of them here:',
    ...lines,
    '',
  ].join('\n')
}
