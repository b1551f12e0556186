import { defineConfig } from 'vitest/config'

const everyTest = 'test/**/*.test.ts'
/** Official clients are installed and run by scripts of their own. */
const clients = 'test/clients/**'
/** These run the built command, so they alone pay for a build. */
const command = 'test/cli/**'
/** These run the package as it is published, and what needs it. */
const packed = 'test/package/**'

export default defineConfig({
  test: {
    maxWorkers: 2,
    projects: [
      {
        extends: true,
        test: {
          name: 'source',
          include: [everyTest],
          exclude: [clients, command, packed],
          globalSetup: ['test/support/sort-recording.ts'],
          testTimeout: 10_000,
        },
      },
      {
        extends: true,
        test: {
          name: 'command',
          include: [`${command}/*.test.ts`],
          globalSetup: ['test/cli/build-once.ts'],
          testTimeout: 20_000,
          hookTimeout: 60_000,
        },
      },
      {
        extends: true,
        test: {
          name: 'package',
          include: ['test/package/*.test.ts'],
          globalSetup: ['test/package/pack.ts'],
          testTimeout: 60_000,
        },
      },
    ],
  },
})
