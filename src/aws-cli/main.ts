#!/usr/bin/env node
import { run } from './run.ts'

/** Most columns of a table where the output is no terminal. */
const usualWidth = 80

/* Who reads may have had enough, as `head` has. */
process.stdout.on('error', (error: NodeJS.ErrnoException) => {
  if (error.code !== 'EPIPE') throw error
  process.exit()
})

const { code, out, err } = await run(process.argv.slice(2), process.env, process.stdout.columns || usualWidth)
process.exitCode = code
process.stderr.write(err)
process.stdout.write(out)
