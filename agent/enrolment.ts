import { codes } from '../domain/codes.ts'
import { log, messageOf } from './log.ts'
import { Retry } from './retry.ts'
import type { ServerClock } from './server-clock.ts'
import type { Settings } from './settings.ts'

export interface Enrolment {
  boxId: number
  name: string
  broker: { url: string; userName: string; password: string; clientId: string }
}

/** The server does not know the token: trying again is of no use. */
export class WrongTokenError extends Error {}

const requestTimeout = 15_000

const isRecord = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null

function readEnrolment(data: unknown): Enrolment | undefined {
  if (!isRecord(data) || !isRecord(data.mqtt_config)) return undefined
  const { box_id, name } = data
  const { broker_url, user_name, password, client_id } = data.mqtt_config
  if (typeof box_id !== 'number' || typeof name !== 'string') return undefined
  if (typeof broker_url !== 'string' || typeof user_name !== 'string') return undefined
  if (typeof password !== 'string' || typeof client_id !== 'string') return undefined
  return { boxId: box_id, name, broker: { url: broker_url, userName: user_name, password, clientId: client_id } }
}

interface Enrolling {
  /** The agent's. */
  version: string
  /** Is set by the server's answer. */
  clock: ServerClock
}

async function ask(
  { serverUrl, enrolmentToken }: Settings,
  { version, clock }: Enrolling,
  signal: AbortSignal,
): Promise<Enrolment> {
  const askedAt = performance.now()
  const response = await fetch(new URL('/api/restful/v2/box/enrol', serverUrl), {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ enrolment_token: enrolmentToken, agent_version: version }),
    signal: AbortSignal.any([signal, AbortSignal.timeout(requestTimeout)]),
  })
  clock.setBy(response, askedAt)
  const answer: unknown = await response.json()
  if (!isRecord(answer)) throw new Error('the answer is no envelope')
  if (answer.code === codes.illegalToken) throw new WrongTokenError('the server does not know this ENROLMENT_TOKEN')
  if (answer.code !== codes.ok) throw new Error(`${String(answer.code)} ${String(answer.message)}`)
  const enrolment = readEnrolment(answer.data)
  if (!enrolment) throw new Error('the answer is no enrolment')
  return enrolment
}

/**
 * Trades the box's token for broker credentials, trying for as long as the server can't be reached.
 *
 * @returns undefined when the signal was aborted
 * @throws WrongTokenError
 */
export async function enrol(
  settings: Settings,
  enrolling: Enrolling,
  signal: AbortSignal,
): Promise<Enrolment | undefined> {
  const retry = new Retry(signal)
  while (!signal.aborted) {
    try {
      return await ask(settings, enrolling, signal)
    } catch (error) {
      if (error instanceof WrongTokenError) throw error
      const reason = error instanceof Error && error.cause ? messageOf(error.cause) : messageOf(error)
      if (!signal.aborted) log.warn('enrolling failed; trying again', { server: settings.serverUrl.origin, reason })
    }
    await retry.wait()
  }
  return undefined
}
