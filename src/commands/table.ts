import type { SubcommandRow } from './subcommand.ts'

/** Every command; the first one runs without its name. The file of a command holds its row. */
// biome-ignore format: a table reads by rows
export const subcommands: readonly SubcommandRow[] = [
  { name: 'start', common: true, load: async () => (await import('./start.ts')).start },
  { name: 'queues', common: true, load: async () => (await import('./queues.ts')).queues },
  { name: 'create', common: true, load: async () => (await import('./create.ts')).create },
  { name: 'send', common: true, load: async () => (await import('./send.ts')).send },
  { name: 'receive', common: true, load: async () => (await import('./receive.ts')).receive },
  { name: 'peek', common: true, load: async () => (await import('./peek.ts')).peek },
  { name: 'purge', load: async () => (await import('./purge.ts')).purge },
  { name: 'delete', load: async () => (await import('./delete.ts')).deleteQueue },
  { name: 'redrive', load: async () => (await import('./redrive.ts')).redrive },
  { name: 'reset', load: async () => (await import('./reset.ts')).reset },
  { name: 'clock', common: true, load: async () => (await import('./clock.ts')).clock },
  { name: 'snapshot', common: true, load: async () => (await import('./snapshot.ts')).snapshot },
  { name: 'import', load: async () => (await import('./import.ts')).importQueues },
  { name: 'health', load: async () => (await import('./health.ts')).health },
  { name: 'env', common: true, load: async () => (await import('./env.ts')).env },
  { name: 'mns-hosts', load: async () => (await import('./mns-hosts.ts')).mnsHosts },
  { name: 'config', load: async () => (await import('./config.ts')).config },
  { name: 'completion', load: async () => (await import('./completion.ts')).completionOf(subcommands) },
  { name: 'help', load: async () => (await import('./help-command.ts')).helpOf(subcommands) },
  { name: 'version', load: async () => (await import('./version.ts')).versionShown },
]
