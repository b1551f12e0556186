import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'
import type { Environment } from './environment.ts'
import { exitCodes, Failure, wrongWords } from './failure.ts'
import { filesOf, readSections } from './profile-file.ts'

/** Settings that stand in the file of credentials. */
const secrets: ReadonlySet<string> = new Set(['aws_access_key_id', 'aws_secret_access_key', 'aws_session_token'])

/** One setting of one profile. */
type Setting = { readonly profile: string; readonly name: string }

/**
 * `configure set NAME VALUE` writes a setting to the files of profiles, `configure get NAME` prints one. NAME may say its
 * profile: `default.region`, `profile.pay.region`. Source: AWS CLI Command Reference, configure set, configure get.
 */
export function configure(words: readonly string[], environment: Environment): string {
  const { profile, positionals } = profileIn(words, environment)
  const [verb, name, value, ...more] = positionals
  if (verb === 'get' && name !== undefined && value === undefined)
    return printedSetting(settingOf(name, profile), environment)
  if (verb === 'set' && name !== undefined && value !== undefined && more.length === 0) {
    write(settingOf(name, profile), value, environment)
    return ''
  }
  throw wrongWords('configure knows: configure set NAME VALUE, configure get NAME [--profile PROFILE]')
}

function profileIn(words: readonly string[], { AWS_PROFILE, AWS_DEFAULT_PROFILE }: Environment) {
  const positionals: string[] = []
  let profile = AWS_PROFILE || AWS_DEFAULT_PROFILE || 'default'
  for (let i = 0; i < words.length; i++) {
    const word = words[i]!
    if (word === '--profile') profile = words[++i] ?? profile
    else if (word.startsWith('--profile=')) profile = word.slice('--profile='.length)
    else positionals.push(word)
  }
  return { profile, positionals }
}

function settingOf(name: string, profile: string): Setting {
  const [, named, own] = /^profile\.(.+)\.([^.]+)$/.exec(name) ?? []
  if (named !== undefined && own !== undefined) return { profile: named.replace(/^(["'])(.*)\1$/, '$2'), name: own }
  return name.startsWith('default.') ? { profile: 'default', name: name.slice('default.'.length) } : { profile, name }
}

function printedSetting({ profile, name }: Setting, environment: Environment): string {
  const { config, credentials } = filesOf(environment)
  const value = readSections(credentials).get(profile)?.get(name) ?? readSections(config).get(profile)?.get(name)
  if (value === undefined) throw new Failure(1, '')
  return `${value}\n`
}

function write({ profile, name }: Setting, value: string, environment: Environment): void {
  const { config, credentials } = filesOf(environment)
  const secret = secrets.has(name)
  const path = secret ? credentials : config
  const section = secret || profile === 'default' ? profile : `profile ${profile}`
  try {
    mkdirSync(dirname(path), { recursive: true })
    writeFileSync(path, withSetting(contentOf(path), section, name, value), { mode: 0o600 })
  } catch (error) {
    throw new Failure(exitCodes.failed, `\n${path} cannot be written: ${(error as Error).message}\n`)
  }
}

function contentOf(path: string): string {
  try {
    return readFileSync(path, 'utf8')
  } catch {
    return ''
  }
}

/** The text of a file with one setting changed or added; everything else stays as it is. */
function withSetting(content: string, section: string, name: string, value: string): string {
  const lines = content === '' ? [] : content.replace(/\r?\n$/, '').split(/\r?\n/)
  const line = `${name} = ${value}`
  const heading = lines.findIndex((each) => each.trim() === `[${section}]`)
  if (heading === -1) return `${[...lines, `[${section}]`, line].join('\n')}\n`
  const after = lines.findIndex((each, at) => at > heading && each.startsWith('['))
  const end = after === -1 ? lines.length : after
  const known = lines.findIndex((each, at) => at > heading && at < end && each.split('=', 1)[0]!.trimEnd() === name)
  if (known === -1) lines.splice(heading + 1, 0, line)
  else lines[known] = line
  return `${lines.join('\n')}\n`
}
