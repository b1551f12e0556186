import { defineConfig } from 'vitest/config'

const everyTest = 'test/**/*.test.ts'
/** Official clients are installed and run by scripts of their own. */
const clients = 'test/clients/**'
/** This asks which schemas the program describes, so no other test may have described one in its process. */
const compiled = 'test/compiled/*.test.ts'
/** These run the built command, so they alone pay for a build. */
const command = 'test/cli/**'
/** These run the package as it is published, and what needs it. */
const packed = 'test/package/**'
/** Long runs with random steps. `npm test` leaves them to `npm run test:all`. */
const trials = [
  'test/simulation/**/*.test.ts',
  'test/store/crash.test.ts',
  'test/store/flip-trial.test.ts',
  'test/core/engine-against-model.test.ts',
]

export default defineConfig({
  test: {
    maxWorkers: 2,
    projects: [
      {
        extends: true,
        test: {
          name: 'source',
          include: [everyTest],
          exclude: [clients, command, packed, compiled, ...trials],
          globalSetup: ['test/support/sort-recording.ts'],
          // Files of one worker share their modules: loading them anew for each file takes longer than the tests.
          isolate: false,
          // No test comes near this on an idle machine; a loaded one may take ten times as long.
          testTimeout: 60_000,
        },
      },
      { extends: true, test: { name: 'trials', include: trials, isolate: false, testTimeout: 120_000 } },
      {
        extends: true,
        test: {
          name: 'command',
          include: [`${command}/*.test.ts`, compiled],
          globalSetup: ['test/cli/build-once.ts'],
          testTimeout: 60_000,
          hookTimeout: 120_000,
        },
      },
      {
        extends: true,
        test: {
          name: 'package',
          include: ['test/package/*.test.ts'],
          globalSetup: ['test/package/pack.ts'],
          testTimeout: 180_000,
        },
      },
    ],
  },
})
