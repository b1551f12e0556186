import { readFileSync } from 'node:fs'
import { homedir } from 'node:os'
import { join } from 'node:path'

/** Environment variables by name. */
export type Environment = Readonly<Record<string, string | undefined>>

/** Settings of a configuration file by section and name. */
type Sections = ReadonlyMap<string, ReadonlyMap<string, string>>

/**
 * Reads a configuration or credentials file. A missing file has no sections. An indented setting belongs to the one above it
 * and is named `outer.inner`. Source: AWS CLI User Guide, configuration and credential file settings.
 */
export function readSections(path: string): Sections {
  const sections = new Map<string, Map<string, string>>()
  let current = new Map<string, string>()
  let outer = ''
  for (const line of linesOf(path)) {
    const heading = /^\[\s*(?:profile\s+)?(.*?)\s*\]/.exec(line)?.[1]
    const setting = /^(\s*)([^=\s][^=]*?)\s*=\s*(.*?)\s*$/.exec(line)
    if (heading !== undefined) {
      const name = heading.replace(/^(["'])(.*)\1$/, '$2')
      current = sections.get(name) ?? new Map<string, string>()
      sections.set(name, current)
    } else if (setting) {
      const [, margin = '', name = '', value = ''] = setting
      if (margin === '') outer = name
      current.set(margin === '' ? name : `${outer}.${name}`, value)
    }
  }
  return sections
}

/** Paths of the two files that hold profiles. */
export function filesOf(environment: Environment): { readonly config: string; readonly credentials: string } {
  const folder = join(environment.HOME || homedir(), '.aws')
  return {
    config: environment.AWS_CONFIG_FILE || join(folder, 'config'),
    credentials: environment.AWS_SHARED_CREDENTIALS_FILE || join(folder, 'credentials'),
  }
}

function linesOf(path: string): string[] {
  try {
    return readFileSync(path, 'utf8')
      .split(/\r?\n/)
      .filter((line) => !/^\s*(?:[#;].*)?$/.test(line))
  } catch {
    return []
  }
}
