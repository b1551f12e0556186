import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { mnsJavaVersions } from './build-mns.mjs'
import { aliyungoTests, mnsJava, mnsJavaOf, pythonOf } from './install.mjs'

const here = fileURLToPath(new URL('.', import.meta.url))

/** Keys that twinmq is told to check signatures with; what it says of those that are wrong is left out. */
const auth = ['--auth', join(here, 'keys.json'), '--log-level', 'error']

/** That nothing is delivered by mail is told as a warning, and so it should be: it is left out here. */
const quiet = { flags: ['--log-level', 'error'] }

/** The Java SDK signs in one way in version 1, and in two in version 2. */
const signaturesOf = (version) => (version.startsWith('1.') ? ['V2'] : ['V2', 'V4'])

const javaClients = mnsJavaVersions.flatMap((version) =>
  signaturesOf(version).map((signature) => ({
    name: `aliyun-sdk-mns-${version}-${signature.toLowerCase()}`,
    column: `Java ${version} ${signature}`,
    needs: ['node', mnsJava(version)],
    words: [signature, ...mnsJavaOf(version)],
  })),
)

const node = (file, ...words) => [process.execPath, join(here, 'node', file), ...words]

const java = (group, file, more = {}) =>
  javaClients.map(({ name, column, needs, words }) => {
    return { name: `${name}-${group}`, column, group, needs, command: () => node(file, ...words), ...more }
  })

const python = (group, file, more = {}) => ({
  name: `aliyun-mns-sdk-${group}`,
  column: 'aliyun-mns-sdk',
  group,
  needs: ['current'],
  command: () => [pythonOf('current'), join(here, 'python', file)],
  ...more,
})

const javascript = (group, column, file, more = {}) => ({
  name: `${column.replace('@', '').replace('/', '-')}-${group}`,
  column,
  group,
  needs: ['node'],
  command: () => node(file),
  ...more,
})

const proxied = { throughProxy: true }

/** Programs about topics, accounts and signatures of MNS, and those of its clients in Java and Go. */
export const mnsPrograms = [
  ...java('mns', 'java-mns.mjs'),
  python('mns-topics', 'mns_topics.py', quiet),
  javascript('mns-topics', '@alicloud/mns', 'alicloud-mns-topics.mjs', quiet),
  javascript('mns-topics', 'ali-mns', 'ali-mns-topics.mjs', { ...proxied, ...quiet }),
  ...java('mns-topics', 'java-mns-topics.mjs', quiet),
  ...java('mns-java', 'mns-java.mjs'),
  python('mns-auth', 'mns_auth.py', { flags: auth }),
  javascript('mns-auth', '@alicloud/mns', 'alicloud-mns-auth.mjs', { flags: auth }),
  javascript('mns-auth', 'ali-mns', 'ali-mns-auth.mjs', { ...proxied, flags: auth }),
  ...java('mns-auth', 'java-mns-auth.mjs', { flags: auth }),
  {
    name: 'aliyungo-mns-auth',
    column: 'aliyungo/mns',
    group: 'mns-auth',
    needs: ['node', 'aliyungo'],
    flags: auth,
    command: () => node('aliyungo-auth.mjs', aliyungoTests()),
  },
  {
    name: 'aliyungo',
    column: 'aliyungo/mns',
    group: 'mns-go',
    needs: ['node', 'aliyungo'],
    command: () => node('aliyungo.mjs', aliyungoTests()),
  },
]

/** What the tables of these groups are headed with. */
export const mnsGroups = {
  'mns-topics': 'Alibaba Cloud MNS, topics',
  'mns-java': 'Alibaba Cloud MNS, what only Java has',
  'mns-go': 'Alibaba Cloud MNS, the tests of a Go package',
  'mns-auth': 'Alibaba Cloud MNS, with --auth',
}
