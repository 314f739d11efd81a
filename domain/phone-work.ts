import { reasonIn, type Reason } from './reason.ts'
import { isCount, isKeptText, isRecord, isSerial, isSha256, isText } from './message-fields.ts'

/**
 * Work that a phone does for a server: a shell script, perhaps with bytes that it sends or receives, or a restart. Its command's id names it for good: the same id never
 * begins twice, and output and ending can be asked for again by whoever missed them.
 */

/** The longest script, in bytes of UTF-8: Linux takes no longer argument than 128 kB. */
export const longestScript = 120_000
/** What is kept of a script's output, in UTF-16 units; the rest is read and forgotten. */
export const maxOutput = 256 * 1024
/** The longest piece of output in one event, in UTF-16 units. */
export const longestPiece = 16 * 1024
/** Milliseconds. */
export const longestWork = 6 * 3_600_000
/** The most bytes that travel in one work. */
export const maxTransferred = 4 * 1024 ** 3
/** Carries the ticket of a transfer; an address would end in logs. */
export const transferTicketHeader = 'x-transfer-ticket'

/** What an agent calls itself for as long as it remembers every work that it was given: mostly, until its machine is started anew. */
export const isAgentBoot = (value: unknown): value is string =>
  typeof value === 'string' && /^[0-9a-f]{16}$/.test(value)

/** The id of new work, which tells whose memory it is to be in. */
export const workIdOf = (boot: string, unique: string): string => `${boot}-${unique}`

/** Whether work was meant for an agent that called itself so. */
export const isWorkOf = (boot: string, workId: string): boolean => workId.startsWith(`${boot}-`)

/** Whether a script fits. */
export const fitsPhone = (script: string): boolean => new TextEncoder().encode(script).length <= longestScript

/** A script to run on a phone, for at most `timeout` milliseconds. */
interface ScriptWork {
  serial: string
  script: string
  timeout: number
}

/** Where bytes go to or come from; a path is meant on the server that the agent enrolled with. */
interface TransferPlace {
  transfer_url: string
  ticket: string
}

/** What went over, as whoever received it counted it. */
export interface TransferredBytes {
  size: number
  /** In lower-case hexadecimal digits. */
  sha256: string
}

/** Work that runs a script. */
export type ScriptCommand = Extract<PhoneWorkCommand, { script: string }>

export type PhoneWorkCommand =
  /** Run a script on a phone. */
  | ({ type: 'shell' } & ScriptWork)
  /** Run a script, and put what it prints to the server; a script that fails leaves nothing there. */
  | ({ type: 'send' } & ScriptWork & TransferPlace)
  /** Run a script, and give it what the server has; anything else than these bytes fails the work. */
  | ({ type: 'receive' } & ScriptWork & TransferPlace & TransferredBytes)
  /** Restart a phone. */
  | { type: 'reboot'; serial: string }
  /** End work before its time. */
  | { type: 'cancel'; work_id: string }
  /** Tell again: the output from `offset` on, and the ending if there was one. */
  | { type: 'report'; work_id: string; offset: number }

/** How work ended: `exited` with an exit code, all else without. */
export const workEndings = ['exited', 'timed_out', 'cancelled', 'failed'] as const
export type WorkEnding = (typeof workEndings)[number]

export interface WorkEnded {
  type: 'work_ended'
  work_id: string
  ending: WorkEnding
  /** 0 to 255. */
  exit_code: number | null
  /** Why it failed; else null. */
  reason: Reason | null
  /** Whether there was more output than is kept. */
  truncated: boolean
  /** What went over; null where that was not meant, or did not come to a good end. */
  transfer: TransferredBytes | null
}

export type PhoneWorkEvent =
  /** The agent was never given this work, and would know: it may be given the work again, by the same id. */
  | { type: 'work_unreceived'; work_id: string }
  /** What a script wrote, from `offset` on; empty while it has just begun, or is asked whether it runs. */
  | { type: 'work_output'; work_id: string; offset: number; text: string }
  | WorkEnded

/** Whether an event of a box is about work on its phones. */
export const isPhoneWorkEvent = <Other extends { type: string }>(
  event: PhoneWorkEvent | Other,
): event is Extract<PhoneWorkEvent | Other, PhoneWorkEvent> =>
  event.type === 'work_unreceived' || event.type === 'work_output' || event.type === 'work_ended'

function scriptWork(m: Record<string, unknown>): ScriptWork | undefined {
  if (!isSerial(m.serial) || !isText(m.script, longestScript) || !fitsPhone(m.script)) return undefined
  if (!isCount(m.timeout, longestWork) || m.timeout === 0) return undefined
  return { serial: m.serial, script: m.script, timeout: m.timeout }
}

function transferPlace(m: Record<string, unknown>): TransferPlace | undefined {
  return isText(m.transfer_url, 500) && isText(m.ticket, 1_000)
    ? { transfer_url: m.transfer_url, ticket: m.ticket }
    : undefined
}

function transferredBytes(m: Record<string, unknown>): TransferredBytes | undefined {
  return isCount(m.size, maxTransferred) && isSha256(m.sha256) ? { size: m.size, sha256: m.sha256 } : undefined
}

function scriptCommand(type: ScriptCommand['type'], m: Record<string, unknown>): ScriptCommand | undefined {
  const work = scriptWork(m)
  if (work === undefined || type === 'shell') return work && { type: 'shell', ...work }
  const place = transferPlace(m)
  if (place === undefined || type === 'send') return place && { type: 'send', ...work, ...place }
  const bytes = transferredBytes(m)
  return bytes && { type, ...work, ...place, ...bytes }
}

/** Reads what a command about phone work says beside id and deadline; undefined when it is malformed. */
export function phoneWorkCommand(m: Record<string, unknown>): PhoneWorkCommand | undefined {
  switch (m.type) {
    case 'shell':
    case 'send':
    case 'receive':
      return scriptCommand(m.type, m)
    case 'reboot':
      return isSerial(m.serial) ? { type: 'reboot', serial: m.serial } : undefined
    case 'cancel':
      return isText(m.work_id, 64) ? { type: 'cancel', work_id: m.work_id } : undefined
    case 'report':
      return isText(m.work_id, 64) && isCount(m.offset, maxOutput)
        ? { type: 'report', work_id: m.work_id, offset: m.offset }
        : undefined
    default:
      return undefined
  }
}

/** Reads an event about phone work; undefined when it is malformed. */
export function phoneWorkEvent(m: Record<string, unknown>): PhoneWorkEvent | undefined {
  if (!isRecord(m) || !isText(m.work_id, 64)) return undefined
  const { work_id } = m
  if (m.type === 'work_unreceived') return { type: 'work_unreceived', work_id }
  if (m.type === 'work_output')
    return isCount(m.offset, maxOutput) && isKeptText(m.text, longestPiece)
      ? { type: 'work_output', work_id, offset: m.offset, text: m.text }
      : undefined
  const ending = workEndings.find((one) => one === m.ending)
  const reason = reasonIn(m.reason ?? m.message) // Older agents have a message.
  if (m.type !== 'work_ended' || ending === undefined || reason === undefined) return undefined
  if (typeof m.truncated !== 'boolean') return undefined
  if (ending === 'exited' ? !isCount(m.exit_code, 255) : m.exit_code !== null) return undefined
  const transfer = isRecord(m.transfer) ? transferredBytes(m.transfer) : null
  if (transfer === undefined) return undefined
  // An exit code is a count, or null: two lines above.
  return {
    type: 'work_ended',
    work_id,
    ending,
    exit_code: m.exit_code as number | null,
    reason,
    truncated: m.truncated,
    transfer,
  }
}
