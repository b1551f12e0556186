// A twinmq from its source, as the command starts it, on a disk that fails as the parent process says.

import { completeConfig } from '../../src/config/options.ts'
import { readOptions } from '../../src/config/read-options.ts'
import { startEmulator } from '../../src/emulator/emulator.ts'
import { lineLog } from '../../src/log.ts'
import { localFileSystem } from '../../src/store/file-system.ts'
import { FailingDisk } from './failing-disk.mjs'

const disk = new FailingDisk(localFileSystem, () => process.kill(process.pid, 'SIGKILL'))
process.on('message', (rules) => {
  disk.obey(rules)
  process.send('obeyed')
})
// Whoever started it is gone.
process.on('disconnect', () => process.exit(1))

const given = readOptions(process.argv.slice(2), {})
const { config, problem } = 'problem' in given ? given : completeConfig(given.given)
if (problem) throw new Error(problem)
const log = lineLog(config.logLevel, config.logFormat, (text) => process.stderr.write(text))
process.once('exit', log.flush)
const { fileSystem } = disk
try {
  const emulator = await startEmulator({ config, log, fileSystem })
  process.once('SIGTERM', () => emulator.stop().then(() => process.exit(0)))
  process.stdout.write(`http://127.0.0.1:${emulator.port}\nReady.\n`)
} catch (error) {
  process.stderr.write(`${error.stack}\n`)
  process.exit(4)
}
