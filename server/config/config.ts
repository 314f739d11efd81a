import { existsSync, readFileSync } from 'node:fs'
import { BlockList, isIP } from 'node:net'
import { join, resolve, sep } from 'node:path'
import { timeZoneOf } from '../../domain/time-zones.ts'
import { fileURLToPath } from 'node:url'

/** Whether the proxy at an address may say whom it speaks for; the one that dialled is at hop 0. */
export type TrustedProxies = (address: string, hop: number) => boolean

/** What the environment decides about a server. docs/operations.md describes each variable. */
export interface Config {
  host: string
  port: number
  /** Where the embedded parts keep their data; absolute. */
  dataDir: string
  /** Keys that open what the database keeps sealed, the first to seal with; undefined where a file of the data folder has them. */
  secretKey: string | undefined
  /** A PostgreSQL of one's own; undefined where the embedded one serves. */
  databaseUrl: string | undefined
  /** Where the embedded PostgreSQL archives its WAL; absolute. Undefined where there is no going back to a moment. */
  walArchive: string | undefined
  /** A broker that joins several servers; undefined where there is one server. */
  mqttUrl: string | undefined
  /** The embedded broker's TCP port; undefined where it listens on websockets alone. */
  mqttPort: number | undefined
  /** How browsers and agents reach the server, where that differs from the request's host. */
  publicUrl: URL | undefined
  /** Where agents reach this server among several; undefined where the address that they enrolled with leads to it alone. */
  advertiseUrl: URL | undefined
  /** What edges show to a server to be let in; undefined where it lets none in. */
  relaySecret: string | undefined
  /** A relay without the rest of a server, which asks one who may watch; undefined where this is a server. */
  edge: EdgeConfig | undefined
  /** How many virtual phones to start; 0 starts neither phones nor agent. */
  phones: number
  /** What an empty database is given: a demo fleet, an account of each role and a box, or one admin. */
  firstFleet: 'demo' | 'accounts' | 'none'
  /** Whether signing in takes a captcha. */
  captcha: boolean
  /** The first accounts' password; generated where undefined. */
  seedPassword: string | undefined
  tls: { cert: Buffer; key: Buffer } | undefined
  /** The built console; absolute. */
  consoleDir: string
  logLevel: 'debug' | 'info' | 'warn' | 'error'
  /** Which proxies in front may say who the client is (X-Forwarded-For, -Proto, -Host). */
  trustedProxies: TrustedProxies
  /** Lets its bearer read `/metrics`; undefined where this machine alone may. */
  metricsToken: string | undefined
  /** Requests a minute that one address may make. */
  rateLimit: number
  /** Where the days of reports begin and end; an IANA name. */
  reportTimeZone: string
  /** For how many seconds a server that was asked to end goes on, and says at /readyz that it is about to. */
  drainSeconds: number
  /** Minutes after which a controller that does nothing loses the phone; 0 where it never does. */
  controlIdleMinutes: number
  /** How many bytes of files one user may keep. */
  fileQuota: number
  /** What tells countries and providers of addresses, in MaxMind's format; absolute. Undefined where those that come along serve. */
  countryDatabase: string | undefined
  providerDatabase: string | undefined
  /** For how many days what grows with time is kept; 0: for ever. */
  keep: Keep
  /** A bucket for uploaded files; undefined where they are kept in the data folder. */
  s3: S3Config | undefined
  /** Push services beside those of the browsers that are known, by host, with the port where it is not 443; one that begins with a dot: all below. */
  pushServices: readonly string[]
  /** Whom push services may turn to; undefined where that is the address of the server. */
  pushContact: string | undefined
}

/** What of it there is; `server/store/growth.ts` says which tables each is about. */
export interface Keep {
  log: number
  uses: number
  addresses: number
  reports: number
  workflows: number
  jobs: number
  messages: number
  sessions: number
  events: number
  transitions: number
}

export interface EdgeConfig {
  /** A server, or the proxy in front of them. */
  serverUrl: URL
  /** Where agents reach this edge. */
  advertiseUrl: URL
  secret: string
}

export interface S3Config {
  bucket: string
  /** Undefined for Amazon's own. */
  endpoint: string | undefined
  region: string
  accessKeyId: string
  secretAccessKey: string
}

/** A variable that has a value it can't have; the message names it. */
export class BadConfig extends Error {
  override readonly name = 'BadConfig'
}

/** The variable that says where the database is, for who reads what is wrong there. */
export const databasePlace = ({ databaseUrl, dataDir }: Pick<Config, 'databaseUrl' | 'dataDir'>): string =>
  databaseUrl === undefined ? `DATA_DIR=${dataDir}` : 'DATABASE_URL'

type Environment = Readonly<Record<string, string | undefined>>

/** A hundred years. */
const maxKept = 36_500
/** Days that are summed up anew where no server was there for a month, with a margin: what that takes is there still. */
const summedUpAnew = 40

const root = fileURLToPath(new URL('../..', import.meta.url))

function integer(env: Environment, name: string, fallback: number, max: number): number
function integer(env: Environment, name: string, fallback: undefined, max: number): number | undefined
function integer(env: Environment, name: string, fallback: number | undefined, max: number): number | undefined {
  const text = env[name]
  if (text === undefined || text === '') return fallback
  const value = /^\d{1,9}$/.test(text) ? Number(text) : Number.NaN
  if (!(value <= max)) throw new BadConfig(`${name}=${text}: a whole number from 0 to ${max} is expected`)
  return value
}

/** A number of days, or 0 for no end. */
function days(env: Environment, name: string, fallback: number, least = 1): number {
  const value = integer(env, name, fallback, maxKept)
  if (value !== 0 && value < least)
    throw new BadConfig(`${name}=${value}: at least ${least} days are expected, or 0 to keep everything`)
  return value
}

function choice<T extends string>(env: Environment, name: string, choices: readonly [T, ...T[]]): T {
  const text = env[name]
  if (text === undefined || text === '') return choices[0]
  const chosen = choices.find((one) => one === text)
  if (chosen === undefined) throw new BadConfig(`${name}=${text}: expected one of ${choices.join(', ')}`)
  return chosen
}

/** The value itself may hold a password, so the message does not repeat it. */
function address(env: Environment, name: string, protocols: readonly string[]): URL | undefined {
  const text = env[name]
  if (text === undefined || text === '') return undefined
  const url = URL.canParse(text) ? new URL(text) : undefined
  if (url === undefined || !protocols.includes(url.protocol))
    throw new BadConfig(
      `${name}: an address that begins with ${protocols.map((p) => `${p}//`).join(' or ')} is expected`,
    )
  return url
}

function origin(env: Environment, name: string, example: string): URL | undefined {
  const url = address(env, name, ['http:', 'https:'])
  if (url && (url.pathname !== '/' || url.search !== '' || url.username !== ''))
    throw new BadConfig(`${name}: only scheme, host and port are expected, as in ${example}`)
  return url
}

function file(env: Environment, name: string): Buffer | undefined {
  const path = env[name]
  if (path === undefined || path === '') return undefined
  try {
    return readFileSync(path)
  } catch (error) {
    throw new BadConfig(`${name}=${path}: cannot be read (${error instanceof Error ? error.message : String(error)})`)
  }
}

function tls(env: Environment): Config['tls'] {
  const cert = file(env, 'TLS_CERT')
  const key = file(env, 'TLS_KEY')
  if (cert && key) return { cert, key }
  if (cert || key) throw new BadConfig(`${cert ? 'TLS_KEY' : 'TLS_CERT'}: missing; HTTPS needs TLS_CERT and TLS_KEY`)
  return undefined
}

function seedPassword(env: Environment): string | undefined {
  const password = env.SEED_PASSWORD
  if (password === undefined || password === '') return undefined
  if (password.length < 8 || password.length > 128)
    throw new BadConfig('SEED_PASSWORD: 8 to 128 characters are expected')
  return password
}

/** As `openssl rand -hex 32` makes it; a shorter one could be guessed. */
function relaySecret(env: Environment): string | undefined {
  const secret = env.RELAY_SECRET
  if (secret === undefined || secret === '') return undefined
  if (!/^[\x21-\x7e]{32,512}$/.test(secret))
    throw new BadConfig('RELAY_SECRET: 32 to 512 letters, digits or signs are expected')
  return secret
}

/** What an edge needs, all of it named where anything is missing. */
function edge(env: Environment): EdgeConfig | undefined {
  if (choice(env, 'ROLE', ['server', 'relay']) === 'server') return undefined
  const serverUrl = origin(env, 'PHONEDECK_URL', 'https://deck.example.com')
  const advertiseUrl = origin(env, 'ADVERTISE_URL', 'http://10.0.0.5:8080')
  const secret = relaySecret(env)
  if (serverUrl && advertiseUrl && secret !== undefined) return { serverUrl, advertiseUrl, secret }
  const missing = Object.entries({ PHONEDECK_URL: serverUrl, ADVERTISE_URL: advertiseUrl, RELAY_SECRET: secret })
  const names = missing.flatMap(([name, value]) => (value === undefined ? [name] : []))
  throw new BadConfig(`ROLE=relay: ${names.join(', ')} missing; a relay without a server needs them`)
}

function timeZone(env: Environment, name: string, fallback: string): string {
  const zone = env[name] || fallback
  const found = timeZoneOf(zone)
  if (found === undefined) throw new BadConfig(`${name}=${zone}: a time zone as in Asia/Shanghai is expected`)
  return found
}

function s3(env: Environment): S3Config | undefined {
  const bucket = env.S3_BUCKET
  if (!bucket) return undefined
  const { S3_ACCESS_KEY_ID: accessKeyId, S3_SECRET_ACCESS_KEY: secretAccessKey, S3_REGION: region } = env
  if (!accessKeyId || !secretAccessKey)
    throw new BadConfig('S3_BUCKET: S3_ACCESS_KEY_ID and S3_SECRET_ACCESS_KEY are needed with it')
  const endpoint = address(env, 'S3_ENDPOINT', ['http:', 'https:'])?.href
  return { bucket, endpoint, region: region || 'us-east-1', accessKeyId, secretAccessKey }
}

/** Hosts as in `push.example.com, *.push.example.com, 10.0.0.5:8443`. */
function pushServices(env: Environment): string[] {
  const given = (env.PUSH_SERVICES ?? '').split(',').map((one) => one.trim().toLowerCase())
  return given.flatMap((one) => {
    if (one === '') return []
    const host = one.replace(/^\*\./, '')
    // As a URL has it: without a port that goes without saying.
    const url = URL.canParse(`https://${host}`) ? new URL(`https://${host}`) : undefined
    if (url === undefined || url.href !== `https://${url.host}/` || url.hostname.includes('*') || /[/?#@]/.test(host))
      throw new BadConfig('PUSH_SERVICES: hosts are expected, as in push.example.com, *.push.example.com')
    return [host === one ? url.host : `.${url.host}`]
  })
}

function pushContact(env: Environment): string | undefined {
  const contact = env.PUSH_CONTACT
  if (!contact) return undefined
  if (!/^mailto:[^\s@]+@[^\s@]+$/.test(contact) && !(URL.canParse(contact) && new URL(contact).protocol === 'https:'))
    throw new BadConfig('PUSH_CONTACT: an address is expected, as in mailto:it@example.com or https://example.com')
  return contact
}

function consoleDir(env: Environment): string {
  const asked = env.CONSOLE_DIR
  if (asked === undefined || asked === '') return resolve(root, 'dist')
  if (!existsSync(join(asked, 'index.html'))) throw new BadConfig(`CONSOLE_DIR=${asked}: has no index.html`)
  return resolve(asked)
}

/** A database that is missing or broken is told in the log, and nothing else: addresses are shown without it. */
function optionalPath(env: Environment, name: string): string | undefined {
  const path = env[name]
  return path ? resolve(path) : undefined
}

/** A number of proxies, or where they are: `2`, or `10.0.0.0/8, fd00::/8, 192.0.2.1`. */
function trustedProxies(env: Environment): TrustedProxies {
  const text = env.TRUST_PROXY
  if (text === undefined || text === '' || text === 'off' || text === '0') return () => false
  if (text === 'on')
    throw new BadConfig(
      'TRUST_PROXY=on: it would let every client choose its address; expected how many proxies are in front, as in 1, or their addresses, as in 10.0.0.0/8,fd00::1',
    )
  if (!env.PUBLIC_URL)
    throw new BadConfig('TRUST_PROXY: PUBLIC_URL is needed with it, as in https://phones.example.com')
  if (/^[1-9]$/.test(text)) return (_address, hop) => hop < Number(text)
  const known = new BlockList()
  for (const one of text.split(',')) {
    const [address = '', ...rest] = one.trim().split('/')
    const length = rest.join('/')
    const family = isIP(address) === 6 ? 'ipv6' : 'ipv4'
    try {
      if (rest.length === 0) known.addAddress(address, family)
      else known.addSubnet(address, /^\d{1,3}$/.test(length) ? Number(length) : Number.NaN, family)
    } catch {
      throw new BadConfig(`TRUST_PROXY=${text}: a number of proxies or their addresses are expected, as in 10.0.0.0/8`)
    }
  }
  return (address) => known.check(address, isIP(address) === 6 ? 'ipv6' : 'ipv4')
}

/** It is for the day when the data folder is lost. */
function walArchive(env: Environment): string | undefined {
  const path = optionalPath(env, 'WAL_ARCHIVE')
  if (path === undefined) return undefined
  if (env.DATABASE_URL)
    throw new BadConfig(
      'WAL_ARCHIVE: is for the embedded PostgreSQL; one of your own (DATABASE_URL) archives by itself',
    )
  if (`${path}${sep}`.startsWith(`${dataDir(env)}${sep}`))
    throw new BadConfig(`WAL_ARCHIVE=${path}: is in DATA_DIR; give it a folder elsewhere, best on another disk`)
  return path
}

const dataDir = (env: Environment): string => resolve(env.DATA_DIR || resolve(root, 'data'))

const firstFleets = { '1': 'demo', accounts: 'accounts', '0': 'none' } as const

/** Reads the configuration; throws BadConfig at the first variable that can't be understood. */
export function readConfig(env: Environment): Config {
  return {
    host: env.HOST || '127.0.0.1',
    port: integer(env, 'PORT', 8080, 65_535),
    dataDir: dataDir(env),
    secretKey: env.SECRET_KEY || undefined,
    databaseUrl: address(env, 'DATABASE_URL', ['postgres:', 'postgresql:'])?.href,
    walArchive: walArchive(env),
    mqttUrl: address(env, 'MQTT_URL', ['mqtt:', 'mqtts:', 'ws:', 'wss:'])?.href,
    mqttPort: integer(env, 'MQTT_PORT', undefined, 65_535),
    publicUrl: origin(env, 'PUBLIC_URL', 'https://phones.example.com'),
    advertiseUrl: origin(env, 'ADVERTISE_URL', 'http://10.0.0.5:8080'),
    relaySecret: relaySecret(env),
    edge: edge(env),
    phones: integer(env, 'PHONES', 12, 200),
    firstFleet: firstFleets[choice(env, 'DEMO', ['1', 'accounts', '0'])],
    captcha: choice(env, 'CAPTCHA', ['on', 'off']) === 'on',
    seedPassword: seedPassword(env),
    tls: tls(env),
    consoleDir: consoleDir(env),
    logLevel: choice(env, 'LOG_LEVEL', ['info', 'debug', 'warn', 'error']),
    trustedProxies: trustedProxies(env),
    metricsToken: env.METRICS_TOKEN || undefined,
    rateLimit: integer(env, 'RATE_LIMIT', 6_000, 100_000_000),
    reportTimeZone: timeZone(env, 'REPORT_TIME_ZONE', 'Asia/Shanghai'),
    drainSeconds: integer(env, 'DRAIN_SECONDS', 0, 600),
    controlIdleMinutes: integer(env, 'CONTROL_IDLE_MINUTES', 30, 1_440),
    fileQuota: integer(env, 'FILE_QUOTA', 20, 1_000_000) * 1024 ** 3,
    countryDatabase: optionalPath(env, 'COUNTRY_DATABASE'),
    providerDatabase: optionalPath(env, 'PROVIDER_DATABASE'),
    keep: {
      log: days(env, 'KEEP_LOG_DAYS', 400, summedUpAnew),
      uses: days(env, 'KEEP_USES_DAYS', 100, summedUpAnew),
      addresses: days(env, 'KEEP_ADDRESSES_DAYS', 400),
      reports: days(env, 'KEEP_REPORTS_DAYS', 1_100, summedUpAnew),
      workflows: days(env, 'KEEP_WORKFLOWS_DAYS', 90),
      jobs: days(env, 'KEEP_JOBS_DAYS', 30),
      messages: days(env, 'KEEP_MESSAGES_DAYS', 400),
      sessions: days(env, 'KEEP_SESSIONS_DAYS', 30),
      events: days(env, 'KEEP_EVENTS_DAYS', 100),
      transitions: days(env, 'KEEP_TRANSITIONS_DAYS', 30),
    },
    s3: s3(env),
    pushServices: pushServices(env),
    pushContact: pushContact(env),
  }
}
