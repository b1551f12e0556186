/** Chooses the implementations. */
export const compositionRoot = 'src/emulator/emulator.ts'
/** Holds a data file at rest, for commands that need no emulator. */
export const dataFileAtRest = 'src/commands/data-file.ts'

/** What each part of the program may import: folders and files of ours, then packages. `types`: nothing of it at run time. */
export const directions: readonly {
  readonly part: string
  readonly ours: readonly string[]
  readonly types?: readonly string[]
  readonly packages: RegExp
}[] = [
  { part: 'src/core/', ours: ['src/core/'], packages: /^node:crypto$/ },
  { part: 'src/text/', ours: ['src/text/'], packages: /^jsonc-parser$/ },
  { part: 'src/document/', ours: ['src/document/', 'src/core/', 'src/text/'], packages: /^(?:node:|yaml$)/ },
  {
    part: 'src/store/',
    ours: ['src/store/', 'src/compiled/', 'src/document/', 'src/core/', 'src/text/'],
    packages: /^node:|^lowdb/,
  },
  {
    part: 'protocols/',
    // Settings hold the names and ranges of both clouds; requests and documents read base64 alike.
    ours: ['protocols/', 'src/compiled/', 'src/core/settings/', 'src/core/model.ts', 'src/core/binary.ts'],
    types: ['src/core/'],
    packages: /^(?:node:(?:buffer|crypto|querystring)|saxes)$/,
  },
  // The build replaces these with what the two libraries make of them.
  { part: 'src/compiled/', ours: ['src/compiled/'], types: ['protocols/xml/'], packages: /^(?:ajv|xmlbuilder2)$/ },
  { part: 'src/broker/', ours: ['src/broker/', 'src/core/', 'src/store/', 'src/text/'], packages: /^node:crypto$/ },
  {
    part: 'src/admin/',
    ours: ['src/admin/', 'src/broker/', 'src/compiled/', 'src/core/', 'src/log.ts', 'src/text/'],
    packages: /^(?:node:(?:net|perf_hooks|stream)|hono|hono\/.*)$/,
  },
  {
    part: 'src/localstack/',
    ours: ['src/localstack/', 'src/admin/', 'src/config/', 'src/log.ts'],
    packages: /^(?:node:(?:crypto|fs|os)|hono|hono\/.*)$/,
  },
  {
    part: 'src/server/',
    ours: [
      'src/server/',
      'src/config/',
      'src/broker/',
      'src/admin/',
      'src/localstack/',
      'src/core/',
      'protocols/',
      'src/log.ts',
    ],
    packages: /^(?:node:.*|hono|hono\/.*|@hono\/node-server(?:\/.*)?)$/,
  },
  { part: 'src/version.ts', ours: ['package.json'], packages: /^$/ },
  { part: 'src/log.ts', ours: ['src/config/options.ts'], packages: /^$/ },
  {
    part: 'src/config/',
    ours: ['src/config/', 'src/compiled/', 'src/text/', 'src/document/', 'protocols/signing/keys.ts'],
    packages: /^(?:node:(?:fs|fs\/promises|net|path)|yaml)$/,
  },
  {
    part: 'src/hooks/',
    ours: ['src/hooks/', 'src/config/addresses.ts', 'src/localstack/init-state.ts', 'src/log.ts'],
    packages: /^node:(?:child_process|fs|path|readline)$/,
  },
  { part: 'src/emulator/', ours: ['src/', 'protocols/'], packages: /^node:/ },
  {
    part: 'src/library/',
    ours: [
      'src/library/',
      'src/index.ts',
      'src/admin/',
      'src/config/',
      'src/emulator/',
      'src/text/',
      'src/log.ts',
      'protocols/queue-reference.ts',
    ],
    types: ['protocols/signing/keys.ts', 'src/core/'],
    packages: /^node:crypto$/,
  },
  {
    part: 'src/index.ts',
    ours: [
      'src/library/',
      'src/config/',
      'src/emulator/',
      'src/text/',
      'src/log.ts',
      'src/server/',
      'src/store/store.ts',
      'src/document/',
    ],
    types: ['src/admin/', 'src/broker/', 'src/core/'],
    packages: /^$/,
  },
  { part: 'src/vitest.ts', ours: ['src/library/'], types: ['src/index.ts'], packages: /^vitest$/ },
  { part: 'src/jest.ts', ours: ['src/library/', 'src/index.ts'], packages: /^$/ },
  { part: 'src/cli.ts', ours: ['src/commands/', 'src/version.ts'], packages: /^$/ },
  {
    part: 'src/commands/',
    ours: [
      'src/commands/',
      'src/import/',
      'src/document/',
      'src/store/',
      'src/core/',
      'src/broker/random.ts',
      'src/server/',
      'src/emulator/',
      'src/localstack/',
      'src/hooks/',
      'src/config/',
      'src/text/',
      'src/log.ts',
      'src/version.ts',
      'src/admin/queue-looks.ts',
      // Queues are named on the command line as in requests.
      'protocols/queue-reference.ts',
      'protocols/sqs/names.ts',
    ],
    packages: /^node:/,
  },
  {
    part: 'src/import/',
    // Answers of endpoints in XML are read as requests are; times are written as in snapshots.
    ours: ['src/import/', 'src/core/settings/', 'src/document/instants.ts', 'src/text/', 'protocols/xml/'],
    packages: /^yaml$/,
  },
  {
    part: 'src/aws-cli/',
    // Requests are signed as they are checked, and answers in XML are read as requests are.
    ours: [
      'src/aws-cli/',
      'src/text/',
      'src/version.ts',
      'protocols/signing/',
      'protocols/aws/canonical-request.ts',
      'protocols/xml/',
    ],
    packages: /^(?:node:.*|jmespath|yaml)$/,
  },
]
