/** Chooses the implementations. */
export const compositionRoot = 'src/emulator.ts'
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
  { part: 'src/store/', ours: ['src/store/', 'src/core/', 'src/time-text.ts'], packages: /^node:|^lowdb|^yaml$/ },
  {
    part: 'protocols/',
    // The model also holds the settings on which both clouds agree; bytes in base64 are read alike in requests and documents.
    ours: ['protocols/', 'src/compiled/', 'src/core/model.ts', 'src/core/binary.ts'],
    types: ['src/core/'],
    packages: /^(?:node:(?:buffer|crypto|querystring)|saxes)$/,
  },
  // What the build replaces by what these two make of it.
  { part: 'src/compiled/', ours: ['src/compiled/'], types: ['protocols/xml.ts'], packages: /^(?:ajv|xmlbuilder2)$/ },
  { part: 'src/broker/', ours: ['src/broker/', 'src/core/', 'src/store/'], packages: /^node:crypto$/ },
  {
    part: 'src/admin/',
    ours: ['src/admin/', 'src/broker/', 'src/compiled/', 'src/core/', 'src/log.ts', 'src/time-text.ts'],
    types: ['src/queue-looks.ts'],
    packages: /^(?:node:(?:net|perf_hooks|stream)|hono|hono\/.*)$/,
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
  {
    part: 'src/localstack/',
    ours: ['src/localstack/', 'src/admin/', 'src/config/', 'src/config.ts', 'src/log.ts'],
    packages: /^(?:node:(?:crypto|fs|os)|hono|hono\/.*)$/,
  },
  { part: 'src/version.ts', ours: ['package.json'], packages: /^$/ },
  { part: 'src/time-text.ts', ours: [], packages: /^$/ },
  { part: 'src/config.ts', ours: ['src/config/', 'src/time-text.ts'], packages: /^$/ },
  {
    part: 'src/config/',
    ours: ['src/config/', 'src/config.ts', 'src/localstack/variables.ts'],
    packages: /^node:net$/,
  },
  {
    part: 'src/parts.ts',
    ours: ['src/config/', 'src/localstack/restart.ts', 'src/server/identity.ts', 'src/version.ts'],
    types: ['src/config.ts', 'src/core/', 'src/localstack/', 'src/server/', 'protocols/adapter.ts'],
    packages: /^node:net$/,
  },
  { part: 'src/log.ts', ours: ['src/config.ts'], packages: /^$/ },
  {
    part: 'src/index.ts',
    ours: [
      'src/callers.ts',
      'src/config/addresses.ts',
      'src/config.ts',
      'src/emulator.ts',
      'src/fixtures.ts',
      'src/keys-file.ts',
      'src/library-looks.ts',
      'src/log.ts',
      'src/server/identity.ts',
      'src/server/listen.ts',
      'src/store/store.ts',
      'src/time-text.ts',
    ],
    types: ['src/admin/running.ts', 'src/library-options.ts', 'src/queue-looks.ts'],
    packages: /^$/,
  },
  { part: 'src/queue-looks.ts', ours: [], packages: /^$/ },
  {
    part: 'src/library-looks.ts',
    // Queues are named as in requests.
    ours: ['src/admin/', 'protocols/queue-reference.ts'],
    types: ['src/core/model.ts', 'src/queue-looks.ts'],
    packages: /^$/,
  },
  { part: 'src/library-options.ts', ours: [], packages: /^$/ },
  {
    part: 'src/callers.ts',
    ours: ['src/queue-looks.ts'],
    types: ['protocols/keys.ts', 'src/config.ts', 'src/index.ts'],
    packages: /^node:crypto$/,
  },
  { part: 'src/per-test.ts', ours: ['src/index.ts'], packages: /^$/ },
  { part: 'src/vitest.ts', ours: ['src/per-test.ts'], types: ['src/index.ts'], packages: /^vitest$/ },
  { part: 'src/jest.ts', ours: ['src/per-test.ts', 'src/index.ts'], packages: /^$/ },
  {
    part: 'src/fixtures.ts',
    ours: ['src/core/', 'src/store/'],
    packages: /^node:fs(?:\/promises)?$/,
  },
  {
    part: 'src/documents.ts',
    ours: ['src/admin/', 'src/broker/', 'src/core/', 'src/fixtures.ts', 'src/store/'],
    packages: /^$/,
  },
  {
    part: 'src/starting-state.ts',
    ours: [
      'src/broker/',
      'src/config.ts',
      'src/core/',
      'src/declared-queues.ts',
      'src/fixtures.ts',
      'src/log.ts',
      'src/store/',
    ],
    types: ['src/config-file.ts'],
    packages: /^$/,
  },
  {
    part: 'src/config-file.ts',
    ours: ['src/config.ts', 'src/config-file/', 'src/store/nearest.ts'],
    types: ['src/store/yaml-text.ts'],
    packages: /^node:(?:fs|fs\/promises|path)$/,
  },
  {
    part: 'src/config-file/',
    ours: [
      'src/config.ts',
      'src/config-file/',
      'src/store/document-schema.ts',
      'src/store/line-of.ts',
      'src/store/repeated-names.ts',
      'src/store/unreadable.ts',
      'src/store/yaml-text.ts',
    ],
    packages: /^$/,
  },
  { part: 'src/declared-queues.ts', ours: ['src/config-file.ts', 'src/core/', 'src/store/'], packages: /^$/ },
  {
    part: 'src/keys-file.ts',
    ours: ['protocols/keys.ts', 'src/compiled/', 'src/store/line-of.ts'],
    packages: /^node:fs\/promises$/,
  },
  { part: 'src/cli.ts', ours: ['src/commands/', 'src/version.ts'], packages: /^$/ },
  {
    part: 'src/commands/',
    ours: [
      'src/commands/',
      'src/snapshots/',
      'src/import/',
      'src/store/',
      'src/core/',
      'src/broker/random.ts',
      'src/server/identity.ts',
      'src/server/listen.ts',
      'src/emulator.ts',
      'src/hooks/',
      'src/config/',
      'src/config.ts',
      'src/config-file.ts',
      'src/config-file/',
      'src/keys-file.ts',
      'src/log.ts',
      'src/time-text.ts',
      'src/version.ts',
      // Queues are named on the command line as in requests.
      'protocols/queue-reference.ts',
      'protocols/sqs/names.ts',
    ],
    types: ['src/queue-looks.ts'],
    packages: /^node:/,
  },
  {
    part: 'src/import/',
    // Answers of endpoints in XML are read as requests are; times are written as in snapshots.
    ours: ['src/import/', 'src/store/instants.ts', 'protocols/xml.ts'],
    types: ['protocols/xml-element.ts'],
    packages: /^yaml$/,
  },
  {
    part: 'src/aws-cli/',
    // Requests are signed as they are checked, and answers in XML are read as requests are.
    ours: [
      'src/aws-cli/',
      'src/version.ts',
      'protocols/hmac.ts',
      'protocols/keys.ts',
      'protocols/sqs/canonical-request.ts',
      'protocols/xml.ts',
    ],
    types: ['protocols/xml-element.ts'],
    packages: /^(?:node:.*|jmespath|yaml)$/,
  },
  { part: 'src/snapshots/', ours: ['src/snapshots/', 'src/store/', 'src/core/'], packages: /^$/ },
  {
    part: 'src/hooks/',
    ours: ['src/hooks/', 'src/config/addresses.ts', 'src/localstack/init-state.ts', 'src/log.ts'],
    packages: /^node:(?:child_process|fs|path|readline)$/,
  },
  { part: compositionRoot, ours: ['src/', 'protocols/'], packages: /^node:/ },
]
