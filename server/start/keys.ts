import { createECDH, randomBytes } from 'node:crypto'
import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import type { Kysely } from 'kysely'
import { at, reasonOf } from '../config/bad-surroundings.ts'
import { BadConfig, type Config } from '../config/config.ts'
import type { LogKey } from '../store/operation-hashes.ts'
import type { PushKeys } from '../store/push-keys.ts'
import type { Tables } from '../store/tables.ts'
import { seal, unseal } from '../store/sealed.ts'
import { readWhole, writeWhole } from '../config/whole-file.ts'

/** What servers of a database share, and whoever reads or writes the database alone does not have. */
export interface Keys {
  /** Seals tickets and the passwords of proxies, and derives broker passwords. */
  secret: Buffer
  /** Chains the operation log. */
  log: LogKey
  /** Signs what is pushed to browsers. */
  push: PushKeys
}

const keyPattern = /^[\da-f]{64}$/

export const keyFileOf = (dataDir: string): string => join(dataDir, 'secret.key')

/** Reads keys of 64 hexadecimal digits, apart by commas or lines. */
function parse(text: string, from: string): Buffer[] {
  const keys = text.split(/[\s,]+/).filter((one) => one !== '')
  if (keys.length === 0 || !keys.every((key) => keyPattern.test(key)))
    throw new BadConfig(`${from}: 64 hexadecimal digits a key are expected`)
  return keys.map((key) => Buffer.from(key, 'hex'))
}

/** The keys that this server was given: the first seals, the others open what was sealed before it. None where there is none yet. */
export function givenKeys({ secretKey, dataDir }: Pick<Config, 'secretKey' | 'dataDir'>): Buffer[] {
  if (secretKey !== undefined) return parse(secretKey, 'SECRET_KEY')
  const file = keyFileOf(dataDir)
  const text = readable(file)
  return text === undefined ? [] : parse(text, file)
}

function readable(file: string): string | undefined {
  try {
    return readWhole(file)
  } catch (error) {
    throw new BadConfig(
      `${file}: ${reasonOf(error)}; it is to be the own file of the user that runs the server, mode 600`,
    )
  }
}

/** As they stand in the file of the data folder, the one that seals first. */
export const keyText = (keys: readonly Buffer[]): string => keys.map((key) => `${key.toString('hex')}\n`).join('')

/** Writes the keys of the data folder. */
export async function writeKeyFile(dataDir: string, keys: readonly Buffer[]): Promise<void> {
  const folder = mkdir(dataDir, { recursive: true })
  await at(
    `DATA_DIR=${dataDir}`,
    folder.then(() => writeWhole(keyFileOf(dataDir), keyText(keys))),
  )
}

const otherKey =
  'SECRET_KEY: this database was sealed with another key; give this server the SECRET_KEY, or DATA_DIR/secret.key, of the others'

const lostKey = ({ dataDir }: Pick<Config, 'dataDir'>): string =>
  `SECRET_KEY: this database is sealed with a key that is neither given nor in ${keyFileOf(dataDir)}`

/** Why the given keys do not open what a database keeps sealed, in words; undefined where they do, or nothing is sealed. */
export async function keyProblem(
  db: Kysely<Tables>,
  config: Pick<Config, 'secretKey' | 'dataDir'>,
): Promise<string | undefined> {
  const sealed = await db.selectFrom('settings').select('value').where('key', '=', 'log_key').executeTakeFirst()
  if (sealed === undefined) return undefined
  const given = givenKeys(config)
  if (given.length === 0) return lostKey(config)
  return given.some((key) => openOrNothing(key, sealed.value) !== undefined) ? undefined : otherKey
}

/** A value of the settings that is sealed; one that was kept in clear before there was a key is sealed now. */
class SealedSetting {
  readonly #db: Kysely<Tables>
  readonly #keys: readonly Buffer[]
  /** Whether something was found that another key than the current one had sealed. */
  hasResealed = false

  constructor(db: Kysely<Tables>, keys: readonly Buffer[]) {
    this.#db = db
    this.#keys = keys
  }

  async read(key: string): Promise<Buffer | undefined> {
    const row = await this.#db.selectFrom('settings').select('value').where('key', '=', key).executeTakeFirst()
    if (row === undefined) return undefined
    const [current] = this.#keys
    for (const one of this.#keys) {
      const text = openOrNothing(one, row.value)
      if (text === undefined) continue
      const value = Buffer.from(text, 'base64url')
      if (one !== current) {
        await this.replace(key, row.value, value)
        this.hasResealed = true
      }
      return value
    }
    throw new BadConfig(otherKey)
  }

  async replace(key: string, before: Buffer, value: Buffer): Promise<void> {
    await this.#db
      .updateTable('settings')
      .set({ value: this.sealed(value) })
      .where('key', '=', key)
      .where('value', '=', before)
      .execute()
  }

  /** Keeps a value unless there is one. */
  async keep(key: string, value: Buffer): Promise<void> {
    await this.#db
      .insertInto('settings')
      .values({ key, value: this.sealed(value) })
      .onConflict((conflict) => conflict.column('key').doNothing())
      .execute()
  }

  sealed(value: Buffer): Buffer {
    const [current] = this.#keys
    if (current === undefined) throw new Error('there is no key to seal with')
    return seal(current, value.toString('base64url'))
  }
}

function openOrNothing(key: Buffer, sealed: Buffer): string | undefined {
  try {
    return unseal(key, sealed)
  } catch {
    return undefined // It was sealed with another.
  }
}

/** As long as the secret was that stood in clear in the settings. */
const secretLength = 32

/**
 * Opens what the database keeps sealed. A database that has nothing sealed yet gets a key, in a file of the data folder unless
 * one is given; a server without the key of a database that has is refused.
 *
 * @throws BadConfig
 */
export async function openKeys(db: Kysely<Tables>, config: Pick<Config, 'secretKey' | 'dataDir'>): Promise<Keys> {
  const given = givenKeys(config)
  const rows = await db
    .selectFrom('settings')
    .select(['key', 'value'])
    .where('key', 'in', ['secret', 'log_key'])
    .execute()
  const clear = rows.find(({ key, value }) => key === 'secret' && value.length === secretLength)
  const isSealed = rows.length > (clear === undefined ? 0 : 1)
  if (given.length === 0 && isSealed) throw new BadConfig(lostKey(config))
  const keys = given.length > 0 ? given : [randomBytes(32)]
  if (given.length === 0) await writeKeyFile(config.dataDir, keys) // First: what is sealed with a lost key is lost.

  const settings = new SealedSetting(db, keys)
  if (clear !== undefined) await settings.replace('secret', clear.value, clear.value)
  await settings.keep('secret', randomBytes(secretLength))
  const secret = await settings.read('secret')
  // Nobody adds to the chain who has no key.
  const { last } = await db
    .selectFrom('operation_chain')
    .select(({ fn }) => fn.max('position').as('last'))
    .executeTakeFirstOrThrow()
  const from = Buffer.alloc(8)
  from.writeBigUInt64BE(BigInt(last ?? 0) + 1n)
  await settings.keep('log_key', Buffer.concat([randomBytes(32), from]))
  const log = await settings.read('log_key')
  await settings.keep('push_key', newPushKey())
  const push = await settings.read('push_key')
  if (secret === undefined || log === undefined || push === undefined)
    throw new Error('what was just kept is not there')
  // One start later than sealed anew: a database that crashes may lose its last moments.
  if (config.secretKey === undefined && given.length > 1 && !settings.hasResealed)
    await writeKeyFile(config.dataDir, keys.slice(0, 1))
  return { secret, log: logKeyOf(log), push: pushKeysOf(push) }
}

/** What browsers have subscribed with is good for this key alone, so that it is made once. */
function newPushKey(): Buffer {
  const pair = createECDH('prime256v1')
  pair.generateKeys()
  return padded(pair.getPrivateKey())
}

/** Node leaves out zeros that a number begins with. */
const padded = (key: Buffer): Buffer => Buffer.concat([Buffer.alloc(32 - key.length), key])

function pushKeysOf(privateKey: Buffer): PushKeys {
  const pair = createECDH('prime256v1')
  pair.setPrivateKey(privateKey)
  return { publicKey: pair.getPublicKey('base64url'), privateKey: privateKey.toString('base64url') }
}

const logKeyOf = (value: Buffer): LogKey => ({ key: value.subarray(0, 32), from: Number(value.readBigUInt64BE(32)) })

/**
 * Opens the key of the log, and changes nothing.
 *
 * @throws BadConfig where the given keys do not open it
 */
export async function readLogKey(db: Kysely<Tables>, config: Pick<Config, 'secretKey' | 'dataDir'>): Promise<LogKey> {
  const row = await db.selectFrom('settings').select('value').where('key', '=', 'log_key').executeTakeFirst()
  if (row === undefined) throw new BadConfig('this database has no key of an operation log')
  const given = givenKeys(config)
  if (given.length === 0) throw new BadConfig(lostKey(config))
  const text = given.map((key) => openOrNothing(key, row.value)).find((opened) => opened !== undefined)
  if (text === undefined) throw new BadConfig(otherKey)
  return logKeyOf(Buffer.from(text, 'base64url'))
}
