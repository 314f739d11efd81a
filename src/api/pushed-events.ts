import { isMarket } from '../../domain/markets.ts'
import {
  accountTask,
  noticeTask,
  sessionOverTask,
  siteMessageReadTask,
  siteMessageTask,
  type AccountTerms,
} from '../../domain/user-messages.ts'
import type { ServerMessage } from './browser-socket.ts'
import type { MaintenanceNotice, SiteMessage } from './messages.ts'
import { reasonIn } from '../../domain/reason.ts'
import { reasonText } from '../../texts/reason.ts'
import { i18n } from '../i18n/i18n.ts'

/** What the server pushes over the user's websocket, as the console speaks of it. */
export type PushedEvent =
  /** The session has ended; `message` says why, and is empty where nobody did. */
  | { type: 'session over'; message: string }
  | { type: 'site message'; message: SiteMessage }
  | { type: 'site message read'; id: number }
  | { type: 'account changed'; account: AccountTerms }
  | { type: 'notice written'; notice: MaintenanceNotice }

const fieldsOf = (value: unknown): Record<string, unknown> =>
  typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {} // Each field is checked.

/** What the server says for a reason; empty where it gives none. */
const worded = (reason: unknown): string => reasonText(i18n.t, reasonIn(reason) ?? null)

function siteMessageIn(value: unknown): SiteMessage | undefined {
  const { id, msg_text, reason, created_at, confirm } = fieldsOf(value)
  const text = reasonIn(reason) ? worded(reason) : msg_text
  return typeof id === 'number' && typeof text === 'string' && typeof created_at === 'number'
    ? { id, msg_text: text, created_at, confirm: confirm === true }
    : undefined
}

function noticeIn(value: unknown): MaintenanceNotice | undefined {
  const { content, updated_at } = fieldsOf(value)
  return typeof content === 'string' && typeof updated_at === 'number' ? { content, updated_at } : undefined
}

function accountIn(value: unknown): AccountTerms | undefined {
  const { modules, expiration, authorization_at } = fieldsOf(value)
  return Array.isArray(modules) && typeof expiration === 'number' && typeof authorization_at === 'number'
    ? { modules: modules.filter(isMarket), expiration, authorization_at }
    : undefined
}

/** What a message of the server says; undefined where it has none, or none that we know. */
export function eventIn(message: ServerMessage): PushedEvent | undefined {
  switch (message.task_type) {
    case sessionOverTask:
      return { type: 'session over', message: worded(message.reason) }
    case siteMessageTask: {
      const arrived = siteMessageIn(message.message)
      return arrived && { type: 'site message', message: arrived }
    }
    case siteMessageReadTask:
      return typeof message.id === 'number' ? { type: 'site message read', id: message.id } : undefined
    case noticeTask: {
      const notice = noticeIn(message.notice)
      return notice && { type: 'notice written', notice }
    }
    case accountTask: {
      const account = accountIn(message.account)
      return account && { type: 'account changed', account }
    }
    default:
      return undefined
  }
}
