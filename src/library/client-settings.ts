import { randomInt } from 'node:crypto'
import type { AccessKey } from '../../protocols/signing/keys.ts'
import { type QueueView, viewFrom } from '../admin/queue-view.ts'
import type { Config } from '../config/options.ts'
import { TwinmqError } from './errors.ts'
import type { MnsSettings, SqsSettings, Twinmq, TwinmqPlace } from './twinmq.ts'

/** Accounts that are given out have twelve digits, so that both clouds read the whole of them from an access key id. */
const [firstAccount, endOfAccounts] = [100_000_000_000, 1_000_000_000_000]

const accountForm = /^\d{12,16}$/
const regionForm = /^[a-z0-9-]{1,63}$/

/** What is known of the emulator that is called. */
type Called = {
  /** `start`: with a seed, which start of its state it is, from 1. */
  readonly running: { readonly start: number }
  readonly keys: readonly AccessKey[] | undefined
}

/** The settings that clients are made with. Throws `badArgument`. */
export function clientSettingsOf(
  url: string,
  { account, region, namespace, seed }: Config,
  { running, keys }: Called,
  view: QueueView,
): Pick<Twinmq, 'account' | 'region' | 'sqs' | 'mns' | 'newAccount'> {
  const keyFor = (cloud: AccessKey['cloud'], asked: string | undefined): AccessKey => {
    if (asked !== undefined && !accountForm.test(asked))
      throw badArgument(`'${asked}' is not an account: 12 to 16 digits`)
    const key = keys?.find((one) => one.cloud === cloud && (asked === undefined || one.account === asked))
    if (key === undefined && keys !== undefined && asked !== undefined)
      throw badArgument(`no key of ${cloud} in the file of keys is of account ${asked}; add one`)
    return key ?? { cloud, accessKeyId: asked ?? account, secret: 'twinmq', account: asked ?? account }
  }
  const regionOf = ({ region: asked = region }: TwinmqPlace): string => {
    if (!regionForm.test(asked)) throw badArgument(`'${asked}' is not a region, such as eu-west-1`)
    return asked
  }
  const sqs = (place: TwinmqPlace = {}): SqsSettings => sqsSettings(url, regionOf(place), keyFor('aws', place.account))
  const mns = (place: TwinmqPlace = {}): MnsSettings => mnsSettings(url, region, keyFor('alibaba', place.account))
  const nextAccount = newAccounts(seed, running.start)
  return {
    account,
    region,
    sqs,
    mns,
    newAccount(place = {}) {
      if (namespace === 'shared')
        throw badArgument("newAccount() needs namespace 'isolated': in 'shared' all accounts are one")
      if (keys !== undefined)
        throw badArgument('newAccount() gives accounts that have no key in the file of keys; use reset()')
      const [own, there] = [nextAccount(), regionOf(place)]
      return {
        account: own,
        region: there,
        ...viewFrom(view, { account: own, region: there }),
        sqs: () => sqs({ account: own, region: there }),
        mns: () => mns({ account: own }),
      }
    },
  }
}

function badArgument(problem: string): TwinmqError {
  return new TwinmqError('badArgument', problem)
}

/** As many accounts as one start with a seed gives out before it comes to those of the next. */
const accountsAStart = 1_000_000

/**
 * Begins anywhere, so that those of an earlier run on the same file, or of another process, are hardly met; with a seed
 * at the same for the same start, so that those of an earlier start on the same file are not met.
 */
function newAccounts(seed: number | undefined, start: number): () => string {
  const fromFirst = (Math.max(start - 1, 0) * accountsAStart) % (endOfAccounts - firstAccount)
  let next = seed === undefined ? randomInt(firstAccount, endOfAccounts) : firstAccount + fromFirst
  return () => {
    next = next + 1 < endOfAccounts ? next + 1 : firstAccount
    return String(next)
  }
}

function sqsSettings(endpoint: string, region: string, { accessKeyId, secret, sessionToken }: AccessKey): SqsSettings {
  const token = sessionToken !== undefined && { sessionToken }
  return { endpoint, region, credentials: { accessKeyId, secretAccessKey: secret, ...token } }
}

function mnsSettings(endpoint: string, region: string, key: AccessKey): MnsSettings {
  const { account: accountId, accessKeyId, secret, sessionToken } = key
  const token = sessionToken !== undefined && { securityToken: sessionToken }
  return { endpoint, accountId, region, accessKeyId, accessKeySecret: secret, ...token }
}
