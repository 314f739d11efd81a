import { isKeptText, isRecord, isSerial, isText, isWholeText } from './message-fields.ts'
import { isProxySetting } from './proxy-setting.ts'
import { reasonIn, type Reason } from './reason.ts'
import { isAgentBoot, phoneCommand, commandEvent, type PhoneCommand, type CommandEvent } from './command-protocol.ts'

/**
 * What a server and a box's agent say to each other over the broker, as JSON at QoS 1 (DESIGN, realtime). Any server may
 * command any box; a command has an id, a deadline and an idempotent effect.
 */

export const commandsTopic = (boxId: number): string => `boxes/${boxId}/commands`
export const eventsTopic = (boxId: number): string => `boxes/${boxId}/events`
/** What a server subscribes to. */
export const everyBoxEvents = 'boxes/+/events'

/** The box of an events topic; undefined when it is none. */
export function boxOfEventsTopic(topic: string): number | undefined {
  const match = /^boxes\/(\d{1,15})\/events$/.exec(topic)
  return match ? Number(match[1]) : undefined
}

/** A phone as its agent sees it. Fields it could not learn are absent. */
export interface PhoneReport {
  serial: string
  state: 'ready' | 'starting'
  model?: string
  android_version?: string
  /** Width x height in pixels: `360x640`. */
  resolution?: string
  /** Per cent. */
  battery?: number
  /** Of the battery, in °C. */
  temperature?: number
  /** The address of its network interface. */
  ip?: string
  /** What Android sends the HTTP of apps through: `host:port`; empty where it has none. */
  proxy?: string
  /** Per cent of all cores. */
  cpu?: number
  /** Per cent in use. */
  memory?: number
  /** Per cent in use. */
  storage?: number
}

/** Why adb cannot speak to a phone that it lists. */
export const unreachableStates = ['unauthorized', 'offline', 'no_permissions', 'same_serial'] as const
export type UnreachableState = (typeof unreachableStates)[number]

export interface UnreachablePhone {
  /** What adb calls it, where it was never spoken to. */
  serial: string
  reason: UnreachableState
}

/**
 * Why a phone is not let in: its report cannot be read, or this field of it; its box has no slot left; its serial number
 * stands in another box; adb cannot speak to it.
 */
const refusalReasons = [
  'report',
  'serial',
  'state',
  'model',
  'android_version',
  'resolution',
  'ip',
  'full',
  'elsewhere',
  ...unreachableStates,
] as const
type RefusalReason = (typeof refusalReasons)[number]

export interface RefusedPhone {
  /** As far as it can be read; else empty. */
  serial: string
  reason: RefusalReason
}

/** The box's own health; per cent and °C, absent where the machine doesn't tell. */
export interface BoxHealth {
  cpu?: number
  memory?: number
  disk?: number
  temperature?: number
}

/**
 * How a box's remote-maintenance tunnel fares: `waiting` for its agent to say something; `failed`, to be tried again by the
 * agent; `missing`: there is no frpc on the box.
 */
export type TunnelState = 'closed' | 'waiting' | (typeof agentTunnelStates)[number]
const agentTunnelStates = ['starting', 'running', 'failed', 'missing'] as const

/** What an agent says of its tunnel. */
export interface TunnelReport {
  /** Of the settings that it follows; 0 where it was told none. */
  revision: number
  state: Exclude<TunnelState, 'waiting'>
  /** Why it failed; else null. */
  reason: Reason | null
}

export interface TunnelSettings {
  server_address: string
  server_port: number
  /** Empty where the frp server asks for none. */
  token: string
  remote_port: number
  local_port: number
}

/** Reports of phones, each judged alone: what is wrong with one keeps no other out. */
interface PhoneReports {
  phones: PhoneReport[]
  /** What its reader does not take; absent where it takes all, as on the wire. */
  refused?: RefusedPhone[]
}

export type BoxEvent =
  /** On connecting, and every minute: all phones there are; a phone that is not among them is lost. */
  | ({
      type: 'inventory'
      agent_version: string
      /** What the agent calls itself for as long as it remembers which commands it began. */
      agent_boot?: string
      health: BoxHealth
      tunnel?: TunnelReport
      /** Phones that adb lists and cannot speak to. */
      unreachable?: UnreachablePhone[]
    } & PhoneReports)
  /** The tunnel is in another state. */
  | { type: 'tunnel'; tunnel: TunnelReport }
  /** Phones appeared or changed: of each only what changed, beside serial and state. */
  | ({ type: 'phones' } & PhoneReports)
  /** With a reason, adb lists it still; it may never have been spoken to. */
  | { type: 'phone_lost'; serial: string; reason?: UnreachableState }
  /** A command ended; with why it failed, where it did. */
  | { type: 'result'; command_id: string; ok: boolean; reason: Reason | null }
  /** The agent's last will: the broker lost it, or it left. */
  | { type: 'agent_lost' }
  | CommandEvent

/** How scrcpy is to encode. 0 leaves a limit out. */
export interface StreamSettings {
  /** Longer side, in pixels. */
  max_size: number
  fps: number
  /** Bits per second. */
  bitrate: number
}

export type BoxCommand = {
  id: string
  /** Unix time in milliseconds after which the command is not to be begun. */
  deadline: number
} & (
  | /** Dial the relay, present the ticket, and send this phone's picture until the relay hangs up. */ {
      type: 'stream'
      serial: string
      /** A path is meant on the server the agent enrolled with. */
      relay_url: string
      ticket: string
      settings: StreamSettings
    }
  | /** Dial the relay, present the ticket, and open a shell on this phone until the relay hangs up or the shell ends. */ {
      type: 'terminal'
      serial: string
      /** A path is meant on the server the agent enrolled with. */
      relay_url: string
      ticket: string
    }
  | /** Keep a tunnel with these settings, or none. */ {
      type: 'tunnel'
      revision: number
      /** The box's name at the frp server. */
      name: string
      settings: TunnelSettings | null
    }
  | PhoneCommand
)

export type StreamCommand = Extract<BoxCommand, { type: 'stream' }>
export type TerminalCommand = Extract<BoxCommand, { type: 'terminal' }>
export type TunnelCommand = Extract<BoxCommand, { type: 'tunnel' }>

/** A box holds at most so many phones; those beyond are refused. */
export const maxPhonesPerBox = 1_000

const isRevision = (value: unknown): value is number => Number.isSafeInteger(value) && Number(value) >= 0
const isPort = (value: unknown): value is number =>
  Number.isInteger(value) && Number(value) > 0 && Number(value) < 65_536

function optionalNumber(value: unknown, min: number, max: number): number | undefined {
  return typeof value === 'number' && value >= min && value <= max ? value : undefined
}

const defined = <T extends object>(fields: T): T =>
  // The cast is sound: only absent optional fields are left out.
  Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined)) as T

/** A phone's texts, and how long each may be: one that cannot be kept has the phone refused. */
const texts = { model: 64, android_version: 16, resolution: 16, ip: 45 } as const
// Sound: these are the keys.
const textFields = Object.keys(texts) as (keyof typeof texts)[]

/** What can be read of a serial number that is none. */
const legible = (value: unknown): string =>
  typeof value === 'string' ? value.replaceAll(/[^\w.:-]/g, '?').slice(0, 64) : ''

/** A number out of range is left out, as is what is no proxy: a sensor that lies keeps no phone out. */
function phoneReport(value: unknown): PhoneReport | RefusedPhone {
  if (!isRecord(value)) return { serial: '', reason: 'report' }
  const { serial, state } = value
  if (!isSerial(serial)) return { serial: legible(serial), reason: 'serial' }
  if (state !== 'ready' && state !== 'starting') return { serial, reason: 'state' }
  const given = textFields.filter((field) => value[field] !== undefined && value[field] !== null)
  const illegible = given.find((field) => !isWholeText(value[field], texts[field]))
  if (illegible) return { serial, reason: illegible }
  return defined<PhoneReport>({
    serial,
    state,
    // Sound: each of them is a text.
    ...(Object.fromEntries(given.map((field) => [field, value[field]])) as Partial<Record<keyof typeof texts, string>>),
    proxy: isProxySetting(value.proxy) ? value.proxy : undefined,
    battery: optionalNumber(value.battery, 0, 100),
    temperature: optionalNumber(value.temperature, -50, 150),
    cpu: optionalNumber(value.cpu, 0, 100),
    memory: optionalNumber(value.memory, 0, 100),
    storage: optionalNumber(value.storage, 0, 100),
  })
}

function phoneReports(value: unknown): PhoneReports | undefined {
  if (!Array.isArray(value)) return undefined
  const phones: PhoneReport[] = []
  const refused: RefusedPhone[] = []
  for (const one of value) {
    const read = phoneReport(one)
    if ('reason' in read) refused.push(read)
    else if (phones.length < maxPhonesPerBox) phones.push(read)
    else refused.push({ serial: read.serial, reason: 'full' })
  }
  return { phones, ...(refused.length > 0 && { refused }) }
}

const unreachableState = (value: unknown): UnreachableState | undefined =>
  unreachableStates.find((state) => state === value)

/** One that cannot be read is left out: it is not there anyway. */
function unreachablePhones(value: unknown): UnreachablePhone[] {
  if (!Array.isArray(value)) return []
  return value.slice(0, maxPhonesPerBox).flatMap((one: unknown) => {
    const reason = isRecord(one) ? unreachableState(one.reason) : undefined
    return isRecord(one) && isSerial(one.serial) && reason ? [{ serial: one.serial, reason }] : []
  })
}

function boxHealth(value: unknown): BoxHealth {
  if (!isRecord(value)) return {}
  return defined({
    cpu: optionalNumber(value.cpu, 0, 100),
    memory: optionalNumber(value.memory, 0, 100),
    disk: optionalNumber(value.disk, 0, 100),
    temperature: optionalNumber(value.temperature, -50, 150),
  })
}

function tunnelReport(value: unknown): TunnelReport | undefined {
  if (!isRecord(value) || !isRevision(value.revision)) return undefined
  const reason = reasonIn(value.reason)
  if (reason === undefined) return undefined
  const state = (['closed', ...agentTunnelStates] as const).find((one) => one === value.state)
  return state && { revision: value.revision, state, reason }
}

function boxEvent(m: Record<string, unknown>): BoxEvent | undefined {
  switch (m.type) {
    case 'inventory': {
      const reports = phoneReports(m.phones)
      if (!isKeptText(m.agent_version, 32) || reports === undefined) return undefined
      const tunnel = tunnelReport(m.tunnel)
      const unreachable = unreachablePhones(m.unreachable)
      return {
        type: 'inventory',
        agent_version: m.agent_version,
        ...(isAgentBoot(m.agent_boot) && { agent_boot: m.agent_boot }),
        health: boxHealth(m.health),
        ...reports,
        ...(tunnel && { tunnel }),
        ...(unreachable.length > 0 && { unreachable }),
      }
    }
    case 'phones': {
      const reports = phoneReports(m.phones)
      return reports && { type: 'phones', ...reports }
    }
    case 'tunnel': {
      const tunnel = tunnelReport(m.tunnel)
      return tunnel && { type: 'tunnel', tunnel }
    }
    case 'phone_lost': {
      const reason = unreachableState(m.reason)
      return isSerial(m.serial) ? { type: 'phone_lost', serial: m.serial, ...(reason && { reason }) } : undefined
    }
    case 'result': {
      const reason = reasonIn(m.reason ?? m.message) // Older agents have a message.
      return isText(m.command_id, 64) && typeof m.ok === 'boolean' && reason !== undefined
        ? { type: 'result', command_id: m.command_id, ok: m.ok, reason }
        : undefined
    }
    case 'agent_lost':
      return { type: 'agent_lost' }
    case 'command_unreceived':
    case 'command_output':
    case 'command_ended':
      return commandEvent(m)
    default:
      return undefined
  }
}

function parseRecord(payload: string): Record<string, unknown> | undefined {
  try {
    const value: unknown = JSON.parse(payload)
    return isRecord(value) ? value : undefined
  } catch {
    return undefined
  }
}

/** Reads an agent's event; undefined when it is malformed. Fields out of range are left out. */
export function parseBoxEvent(payload: string): BoxEvent | undefined {
  const m = parseRecord(payload)
  return m && boxEvent(m)
}

/** What any command says that has the agent dial a relay for a phone. */
function dialling({ serial, relay_url, ticket }: Record<string, unknown>) {
  return isSerial(serial) && isText(relay_url, 500) && isText(ticket, 1_000) ? { serial, relay_url, ticket } : undefined
}

function streamCommand(m: Record<string, unknown>, given: { id: string; deadline: number }): BoxCommand | undefined {
  const dialled = dialling(m)
  if (!dialled || !isRecord(m.settings)) return undefined
  const max_size = optionalNumber(m.settings.max_size, 0, 8_192)
  const fps = optionalNumber(m.settings.fps, 0, 240)
  const bitrate = optionalNumber(m.settings.bitrate, 0, 100_000_000)
  if (max_size === undefined || fps === undefined || bitrate === undefined) return undefined
  return { type: 'stream', ...given, ...dialled, settings: { max_size, fps, bitrate } }
}

function terminalCommand(m: Record<string, unknown>, given: { id: string; deadline: number }): BoxCommand | undefined {
  const dialled = dialling(m)
  return dialled && { type: 'terminal', ...given, ...dialled }
}

function tunnelSettings(value: unknown): TunnelSettings | undefined {
  if (!isRecord(value) || !isText(value.server_address, 253) || !isText(value.token, 256)) return undefined
  const { server_address, server_port, token, remote_port, local_port } = value
  if (!isPort(server_port) || !isPort(remote_port) || !isPort(local_port)) return undefined
  return { server_address, server_port, token, remote_port, local_port }
}

function tunnelCommand(m: Record<string, unknown>, given: { id: string; deadline: number }): BoxCommand | undefined {
  const settings = m.settings === null ? null : tunnelSettings(m.settings)
  if (!isRevision(m.revision) || !isText(m.name, 64) || settings === undefined) return undefined
  return { type: 'tunnel', ...given, revision: m.revision, name: m.name, settings }
}

/** Reads a server's command; undefined when it is malformed. */
export function parseBoxCommand(payload: string): BoxCommand | undefined {
  const m = parseRecord(payload)
  if (m === undefined || !isText(m.id, 64) || typeof m.deadline !== 'number') return undefined
  const given = { id: m.id, deadline: m.deadline }
  if (m.type === 'stream') return streamCommand(m, given)
  if (m.type === 'terminal') return terminalCommand(m, given)
  if (m.type === 'tunnel') return tunnelCommand(m, given)
  const command = phoneCommand(m)
  return command && { ...given, ...command }
}
