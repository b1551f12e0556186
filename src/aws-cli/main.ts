#!/usr/bin/env node
import { withAddressHere } from './address-here.ts'
import { run } from './run.ts'

/** Maximum width of a table if the output is not a terminal, in columns. */
const usualWidth = 80

/* The reader may close the pipe early, as `head` does. */
process.stdout.on('error', (error: NodeJS.ErrnoException) => {
  if (error.code !== 'EPIPE') throw error
  process.exit()
})

const environment = await withAddressHere(process.env)
const { code, out, err } = await run(process.argv.slice(2), environment, process.stdout.columns || usualWidth)
process.exitCode = code
process.stderr.write(err)
process.stdout.write(out)
