import { reasonIn, type Reason } from './reason.ts'
import { isCount, isKeptText, isRecord, isSerial, isSha256, isText } from './message-fields.ts'

/**
 * What the agent is told to do on a phone: run a shell script, perhaps with bytes that it sends or receives, or restart it. A command's id names it for good: the same id never
 * begins twice, and output and ending can be asked for again by whoever missed them.
 */

/** The longest script, in bytes of UTF-8: Linux takes no longer argument than 128 kB. */
export const maxScriptLength = 120_000
/** What is kept of a script's output, in UTF-16 units; the rest is read and forgotten. */
export const maxOutput = 256 * 1024
/** The longest piece of output in one event, in UTF-16 units. */
export const maxPieceLength = 16 * 1024
/** Milliseconds. */
export const maxCommand = 6 * 3_600_000
/** The most bytes that travel with one command. */
export const maxTransferred = 4 * 1024 ** 3
/** Carries the ticket of a transfer; an address would end in logs. */
export const transferTicketHeader = 'x-transfer-ticket'

/** What an agent calls itself for as long as it remembers every command that it was given: mostly, until its machine is started anew. */
export const isAgentBoot = (value: unknown): value is string =>
  typeof value === 'string' && /^[0-9a-f]{16}$/.test(value)

/** The id of a new command, which tells whose memory it is to be in. */
export const commandIdOf = (boot: string, unique: string): string => `${boot}-${unique}`

/** Whether a command was meant for an agent that called itself so. */
export const isCommandOf = (boot: string, commandId: string): boolean => commandId.startsWith(`${boot}-`)

/** Whether a script fits. */
export const fitsPhone = (script: string): boolean => new TextEncoder().encode(script).length <= maxScriptLength

/** A script to run on a phone, for at most `timeout` milliseconds. */
interface ScriptOnPhone {
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

/** A command that runs a script. */
export type ScriptCommand = Extract<PhoneCommand, { script: string }>

/** A command that restarts a phone. */
export type RebootCommand = Extract<PhoneCommand, { type: 'reboot' }>

export type PhoneCommand =
  /** Run a script on a phone. */
  | ({ type: 'shell' } & ScriptOnPhone)
  /** Run a script, and put what it prints to the server; a script that fails leaves nothing there. */
  | ({ type: 'send' } & ScriptOnPhone & TransferPlace)
  /** Run a script, and give it what the server has; anything else than these bytes fails the command. */
  | ({ type: 'receive' } & ScriptOnPhone & TransferPlace & TransferredBytes)
  /** Restart a phone, which hears of it within `timeout` milliseconds; older servers do not say how long. */
  | { type: 'reboot'; serial: string; timeout?: number }
  /** End a command before its time. */
  | { type: 'cancel'; command_id: string }
  /** Tell again: the output from `offset` on, and the ending if there was one. */
  | { type: 'report'; command_id: string; offset: number }

/** Those that begin something on a phone. */
export type StartCommand = Extract<PhoneCommand, { serial: string }>

/** How a command ended: `exited` with an exit code, all else without. */
const commandEndings = ['exited', 'timed_out', 'cancelled', 'failed'] as const
export type CommandEnding = (typeof commandEndings)[number]

export interface CommandEnded {
  type: 'command_ended'
  command_id: string
  ending: CommandEnding
  /** 0 to 255. */
  exit_code: number | null
  /** Why it failed; else null. */
  reason: Reason | null
  /** Whether there was more output than is kept. */
  truncated: boolean
  /** What went over; null where that was not meant, or did not come to a good end. */
  transfer: TransferredBytes | null
}

export type CommandEvent =
  /** The agent was never given this command, and would know: it may be given the command again, by the same id. */
  | { type: 'command_unreceived'; command_id: string }
  /** What a script wrote, from `offset` on; empty while it has just begun, or is asked whether it runs. */
  | { type: 'command_output'; command_id: string; offset: number; text: string }
  | CommandEnded

/** Whether an event of a box is about a command on its phones. */
export const isCommandEvent = <Other extends { type: string }>(
  event: CommandEvent | Other,
): event is Extract<CommandEvent | Other, CommandEvent> =>
  event.type === 'command_unreceived' || event.type === 'command_output' || event.type === 'command_ended'

const isTimeout = (value: unknown): value is number => isCount(value, maxCommand) && value > 0

function scriptOnPhone(m: Record<string, unknown>): ScriptOnPhone | undefined {
  if (!isSerial(m.serial) || !isText(m.script, maxScriptLength) || !fitsPhone(m.script)) return undefined
  if (!isTimeout(m.timeout)) return undefined
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
  const script = scriptOnPhone(m)
  if (script === undefined || type === 'shell') return script && { type: 'shell', ...script }
  const place = transferPlace(m)
  if (place === undefined || type === 'send') return place && { type: 'send', ...script, ...place }
  const bytes = transferredBytes(m)
  return bytes && { type, ...script, ...place, ...bytes }
}

/** Reads what a command on a phone says beside id and deadline; undefined when it is malformed. */
export function phoneCommand(m: Record<string, unknown>): PhoneCommand | undefined {
  switch (m.type) {
    case 'shell':
    case 'send':
    case 'receive':
      return scriptCommand(m.type, m)
    case 'reboot':
      if (!isSerial(m.serial) || !(m.timeout === undefined || isTimeout(m.timeout))) return undefined
      return { type: 'reboot', serial: m.serial, ...(m.timeout !== undefined && { timeout: m.timeout }) }
    case 'cancel':
      return isText(m.command_id, 64) ? { type: 'cancel', command_id: m.command_id } : undefined
    case 'report':
      return isText(m.command_id, 64) && isCount(m.offset, maxOutput)
        ? { type: 'report', command_id: m.command_id, offset: m.offset }
        : undefined
    default:
      return undefined
  }
}

/** Reads an event about such a command; undefined when it is malformed. */
export function commandEvent(m: Record<string, unknown>): CommandEvent | undefined {
  if (!isRecord(m) || !isText(m.command_id, 64)) return undefined
  const { command_id } = m
  if (m.type === 'command_unreceived') return { type: 'command_unreceived', command_id }
  if (m.type === 'command_output')
    return isCount(m.offset, maxOutput) && isKeptText(m.text, maxPieceLength)
      ? { type: 'command_output', command_id, offset: m.offset, text: m.text }
      : undefined
  const ending = commandEndings.find((one) => one === m.ending)
  const reason = reasonIn(m.reason ?? m.message) // Older agents have a message.
  if (m.type !== 'command_ended' || ending === undefined || reason === undefined) return undefined
  if (typeof m.truncated !== 'boolean') return undefined
  if (ending === 'exited' ? !isCount(m.exit_code, 255) : m.exit_code !== null) return undefined
  const transfer = isRecord(m.transfer) ? transferredBytes(m.transfer) : null
  if (transfer === undefined) return undefined
  // An exit code is a count, or null: two lines above.
  return {
    type: 'command_ended',
    command_id,
    ending,
    exit_code: m.exit_code as number | null,
    reason,
    truncated: m.truncated,
    transfer,
  }
}
