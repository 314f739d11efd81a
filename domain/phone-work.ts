import { isCount, isRecord, isSerial, isText } from './message-fields.ts'

/**
 * Work that a phone does for a server: a shell script, or a restart. Its command's id names it for good: the same id never
 * begins twice, and output and ending can be asked for again by whoever missed them.
 */

/** The longest script, in bytes of UTF-8: Linux takes no longer argument than 128 kB. */
export const longestScript = 120_000
/** What is kept of a script's output, in UTF-16 units; the rest is read and forgotten. */
export const mostOutput = 256 * 1024
/** The longest piece of output in one event, in UTF-16 units. */
export const longestPiece = 16 * 1024
/** Milliseconds. */
export const longestWork = 6 * 3_600_000

/** Whether a script fits. */
export const fitsPhone = (script: string): boolean => new TextEncoder().encode(script).length <= longestScript

export type PhoneWorkCommand =
  /** Run a script on a phone, for at most `timeout` milliseconds. */
  | { type: 'shell'; serial: string; script: string; timeout: number }
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
  /** Why it failed, for people; else empty. */
  message: string
  /** Whether there was more output than is kept. */
  truncated: boolean
}

export type PhoneWorkEvent =
  /** What a script wrote, from `offset` on; empty while it has just begun, or is asked whether it runs. */
  { type: 'work_output'; work_id: string; offset: number; text: string } | WorkEnded

/** Reads what a command about phone work says beside id and deadline; undefined when it is malformed. */
export function phoneWorkCommand(m: Record<string, unknown>): PhoneWorkCommand | undefined {
  switch (m.type) {
    case 'shell':
      if (!isSerial(m.serial) || !isText(m.script, longestScript) || !fitsPhone(m.script)) return undefined
      if (!isCount(m.timeout, longestWork) || m.timeout === 0) return undefined
      return { type: 'shell', serial: m.serial, script: m.script, timeout: m.timeout }
    case 'reboot':
      return isSerial(m.serial) ? { type: 'reboot', serial: m.serial } : undefined
    case 'cancel':
      return isText(m.work_id, 64) ? { type: 'cancel', work_id: m.work_id } : undefined
    case 'report':
      return isText(m.work_id, 64) && isCount(m.offset, mostOutput)
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
  if (m.type === 'work_output')
    return isCount(m.offset, mostOutput) && isText(m.text, longestPiece)
      ? { type: 'work_output', work_id, offset: m.offset, text: m.text }
      : undefined
  const ending = workEndings.find((one) => one === m.ending)
  if (m.type !== 'work_ended' || ending === undefined || !isText(m.message, 1_000)) return undefined
  if (typeof m.truncated !== 'boolean') return undefined
  if (ending === 'exited' ? !isCount(m.exit_code, 255) : m.exit_code !== null) return undefined
  // An exit code is a count, or null: the line above.
  return {
    type: 'work_ended',
    work_id,
    ending,
    exit_code: m.exit_code as number | null,
    message: m.message,
    truncated: m.truncated,
  }
}
