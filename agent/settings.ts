import { join } from 'node:path'

/** Where phones are found: adb's daemon side dialled over TCP, or an adb server that knows them. */
type AdbSource = { kind: 'direct'; endpoints: readonly Endpoint[] } | { kind: 'server'; server: Endpoint }

export interface Endpoint {
  host: string
  port: number
}

export interface Settings {
  /** The server's base address. */
  serverUrl: URL
  enrolmentToken: string
  adb: AdbSource
  /** Where the agent keeps its adb key, and the phones that it has met. */
  dataDir: string
  /** The scrcpy server to push to phones; undefined when phones bring their own. */
  scrcpyServerPath: string | undefined
}

/** A setting that can't be used; the message names the variable. */
export class SettingError extends Error {}

/** `host:port`, `[v6]:port`; undefined when it is neither. */
function parseEndpoint(text: string): Endpoint | undefined {
  const match = /^(?:\[([0-9A-Fa-f:.]+)\]|([^\s:[\]/]+)):(\d{1,5})$/.exec(text.trim())
  const host = match?.[1] ?? match?.[2]
  const port = Number(match?.[3])
  return host !== undefined && port >= 1 && port <= 65_535 ? { host, port } : undefined
}

function serverUrl(text: string | undefined): URL {
  const url = text ? URL.parse(text) : null
  if (url?.protocol !== 'http:' && url?.protocol !== 'https:')
    throw new SettingError('PHONEDECK_URL has to be the address of the server, such as http://localhost:8080')
  return url
}

function adbSource(env: NodeJS.ProcessEnv): AdbSource {
  const { ADB_ENDPOINTS, ADB_SERVER = '127.0.0.1:5037' } = env
  if (ADB_ENDPOINTS) {
    const endpoints = ADB_ENDPOINTS.split(',').map(parseEndpoint)
    if (!endpoints.every((endpoint) => endpoint !== undefined))
      throw new SettingError('ADB_ENDPOINTS has to be a list of phones, such as 10.0.0.5:5555,10.0.0.6:5555')
    return { kind: 'direct', endpoints }
  }
  const server = parseEndpoint(ADB_SERVER)
  if (!server) throw new SettingError('ADB_SERVER has to be the address of an adb server, such as 127.0.0.1:5037')
  return { kind: 'server', server }
}

/** Reads the settings from environment variables. @throws SettingError */
export function readSettings(env: NodeJS.ProcessEnv): Settings {
  const { ENROLMENT_TOKEN, AGENT_DATA, SCRCPY_SERVER_PATH } = env
  if (!ENROLMENT_TOKEN || ENROLMENT_TOKEN.length > 128)
    throw new SettingError('ENROLMENT_TOKEN has to be the token that was shown when the box was added')
  return {
    serverUrl: serverUrl(env.PHONEDECK_URL),
    enrolmentToken: ENROLMENT_TOKEN,
    adb: adbSource(env),
    dataDir: AGENT_DATA ?? join('data', 'agent'),
    scrcpyServerPath: SCRCPY_SERVER_PATH || undefined,
  }
}
