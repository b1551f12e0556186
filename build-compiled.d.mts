import type { Plugin } from 'esbuild'

export function compiledModules(
  into: string,
): Promise<{ readonly modules: Readonly<Record<string, string>>; readonly inputs: readonly string[] }>
export function compiledAhead(modules: Readonly<Record<string, string>>): Plugin
