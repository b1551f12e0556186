import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'
import { exitCodes, Failure, wrongWords } from './failure.ts'
import { type Environment, filesOf, readSections } from './profile-file.ts'

/** Settings that belong in the credentials file. */
const secrets: ReadonlySet<string> = new Set(['aws_access_key_id', 'aws_secret_access_key', 'aws_session_token'])

/** One setting of one profile. */
type Setting = { readonly profile: string; readonly name: string }

/**
 * `configure set NAME VALUE` writes a setting to a profile's file; `configure get NAME` prints one. NAME may include the
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
  if (verb === 'list-profiles' && name === undefined) return profileNames(environment)
  if (verb === 'list' && name === undefined) return listed(profile, environment)
  throw wrongWords('configure knows: configure set NAME VALUE, get NAME, list, list-profiles [--profile PROFILE]')
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

function profileNames(environment: Environment): string {
  const { config, credentials } = filesOf(environment)
  const names = new Set([...readSections(config).keys(), ...readSections(credentials).keys()])
  return [...names].map((name) => `${name}\n`).join('')
}

/** The settings that `configure list` shows. A variable overrides a file. */
const inForce = [
  { title: 'access_key', name: 'aws_access_key_id', variables: ['AWS_ACCESS_KEY_ID'] },
  { title: 'secret_key', name: 'aws_secret_access_key', variables: ['AWS_SECRET_ACCESS_KEY'] },
  { title: 'region', name: 'region', variables: ['AWS_REGION', 'AWS_DEFAULT_REGION'] },
] as const

function listed(profile: string, environment: Environment): string {
  const { config, credentials } = filesOf(environment)
  const sections = { file: readSections(config).get(profile), secret: readSections(credentials).get(profile) }
  const row = (title: string, value: string, type: string, place: string) =>
    `${title.padStart(10)} ${value.padStart(24)} ${type.padStart(16)}    ${place}\n`
  const rows = inForce.map(({ title, name, variables }) => {
    const shown = (value: string) => (secrets.has(name) ? `****************${value.slice(-4)}` : value)
    const variable = variables.find((each) => environment[each])
    if (variable !== undefined) return row(title, shown(environment[variable]!), 'env', variables.join(', '))
    const [value, place] = sections.secret?.has(name)
      ? [sections.secret.get(name)!, credentials]
      : [sections.file?.get(name), config]
    return value === undefined
      ? row(title, '<not set>', 'None', 'None')
      : row(title, shown(value), 'config-file', place)
  })
  const named =
    profile === 'default' ? row('profile', '<not set>', 'None', 'None') : row('profile', profile, 'manual', '--profile')
  return [row('Name', 'Value', 'Type', 'Location'), row('----', '-----', '----', '--------'), named, ...rows].join('')
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

/** The text of a file with one setting changed or added, and nothing else. */
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
