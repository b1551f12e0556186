import { defineConfig } from 'vitest/config'

const everyTest = 'test/**/*.test.ts'
/** Official clients are installed and run by scripts of their own. */
const clients = 'test/clients/**'
/** These run the built command, so they alone pay for a build. */
const command = 'test/cli/**'

export default defineConfig({
  test: {
    maxWorkers: 2,
    projects: [
      {
        extends: true,
        test: { name: 'source', include: [everyTest], exclude: [clients, command], testTimeout: 10_000 },
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
    ],
  },
})
