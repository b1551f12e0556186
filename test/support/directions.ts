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
  { part: 'src/text/', ours: ['src/text/'], packages: /^(?:jsonc-parser|node:util)$/ },
  { part: 'src/document/', ours: ['src/document/', 'src/core/', 'src/text/'], packages: /^(?:node:|yaml$)/ },
  {
    part: 'src/store/',
    ours: ['src/store/', 'src/compiled/', 'src/document/', 'src/core/', 'src/text/'],
    packages: /^node:|^lowdb/,
  },
  {
    part: 'protocols/',
    // Settings hold the names and ranges of both clouds; requests and documents read base64 alike.
    ours: [
      'protocols/',
      'src/compiled/',
      'src/core/settings/',
      'src/core/model.ts',
      'src/core/rules/fallback-group.ts',
      'src/text/base64.ts',
    ],
    types: ['src/core/'],
    packages: /^(?:node:(?:buffer|crypto|querystring)|saxes)$/,
  },
  // The build replaces these with what the two libraries make of them.
  { part: 'src/compiled/', ours: ['src/compiled/'], packages: /^(?:ajv|xmlbuilder2)$/ },
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
      'src/admin/',
      'src/config/',
      'src/document/unreadable.ts',
      'src/emulator/',
      'src/server/',
      'src/text/',
      'src/log.ts',
      'protocols/queue-reference.ts',
    ],
    types: ['protocols/signing/keys.ts', 'src/core/'],
    packages: /^node:crypto$/,
  },
  { part: 'src/index.ts', ours: ['src/library/'], packages: /^$/ },
  { part: 'src/vitest.ts', ours: ['src/library/'], packages: /^vitest$/ },
  { part: 'src/jest.ts', ours: ['src/library/'], packages: /^$/ },
  { part: 'src/cli.ts', ours: ['src/commands/', 'src/text/', 'src/version.ts'], packages: /^$/ },
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
      'src/admin/queue-view.ts',
      // Queues are named on the command line as in requests.
      'protocols/queue-reference.ts',
      'protocols/sqs/names.ts',
      'src/client/',
    ],
    packages: /^node:/,
  },
  {
    part: 'src/import/',
    // Times are written as in snapshots.
    ours: ['src/import/', 'src/client/', 'src/core/settings/', 'src/document/instants.ts', 'src/text/'],
    types: ['protocols/xml/'],
    packages: /^yaml$/,
  },
  {
    part: 'src/client/',
    // Operations come from the action rows. Requests are signed as the server checks them, and XML is read as requests are.
    ours: [
      'src/client/',
      'protocols/sqs/actions.ts',
      'protocols/sts/actions.ts',
      'protocols/signing/',
      'protocols/aws/canonical-request.ts',
      'protocols/xml/',
    ],
    types: ['protocols/schema.ts'],
    packages: /^node:(?:crypto|http|https)$/,
  },
  {
    part: 'src/aws-cli/',
    ours: ['src/aws-cli/', 'src/client/', 'src/text/', 'src/version.ts', 'src/commands/flags.ts'],
    types: ['protocols/schema.ts'],
    packages: /^(?:node:.*|get-east-asian-width|jmespath|yaml)$/,
  },
]

/** Files that stand loose in `src/`: entry points, and what every part may use. */
export const looseFiles: readonly string[] = ['cli', 'index', 'jest', 'log', 'version', 'vitest']

/** Files that know each other by their types. No other circle may come about, and none of these may grow. */
export const typeCircles: readonly { readonly reason: string; readonly files: readonly string[] }[] = [
  {
    reason: 'a message names its group, and a group holds a heap of messages',
    files: ['src/core/model.ts', 'src/core/ready/message-group.ts', 'src/core/structures/message-heap.ts'],
  },
  {
    reason: 'the table of attributes holds the rows of policies, and those are of its type',
    files: ['protocols/sqs/attributes.ts', 'protocols/sqs/redrive-attributes.ts'],
  },
  {
    reason: 'the table of options reads addresses, and the addresses to listen on are made of options',
    files: ['src/config/addresses.ts', 'src/config/options.ts'],
  },
]

/** Folders whose files may be short, since each is a row of a table, one rule, or a module that the build replaces. */
export const foldersOfRows: readonly string[] = [
  'protocols/mns/actions/',
  'protocols/sqs/actions/',
  'src/compiled/',
  'src/core/commands/',
  'src/core/events/',
  'src/core/handlers/',
  'src/core/rules/',
]
