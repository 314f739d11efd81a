import type { Role } from '../../domain/roles.ts'
import type { components } from '../../generated/contract-types.ts'
import { api, dataOf } from './client.ts'

export type SiteMessage = components['schemas']['SiteMessage']

/** A page of the list, and what of all messages is unread. */
export interface MessagePage {
  items: readonly SiteMessage[]
  total: number
  unread: number
  /** The newest one that is unread; undefined where all are read. */
  newest: SiteMessage | undefined
}

export async function fetchMessages(page: { skip: number; limit: number }, signal: AbortSignal): Promise<MessagePage> {
  const list = (query: { skip?: number; limit: number; confirm?: boolean }) =>
    dataOf(api.GET('/api/restful/v2/user/message/list', { params: { query }, signal }))
  const [{ items, total }, unread] = await Promise.all([list(page), list({ limit: 1, confirm: false })])
  return { items, total, unread: unread.total, newest: unread.items[0] }
}

/** Loads a message, which confirms it. */
export const openMessage = (id: number, signal: AbortSignal): Promise<SiteMessage> =>
  dataOf(api.GET('/api/restful/v2/user/message/confirm', { params: { query: { id } }, signal }))

export interface SiteMessageDraft {
  msg_text: string
  roles: readonly Role[]
}

/** Sends a message to everybody of some roles; answers to how many. */
export const sendMessage = ({ msg_text, roles }: SiteMessageDraft, signal: AbortSignal): Promise<{ count: number }> =>
  dataOf(api.POST('/api/restful/v2/user/message/send', { body: { msg_text, to: { roles: [...roles] } }, signal }))

export type MaintenanceNotice = components['schemas']['Notice']

export const fetchNotice = (signal: AbortSignal): Promise<MaintenanceNotice> =>
  dataOf(api.GET('/api/restful/v2/maintain/notify', { signal }))

/** Publishes a notice; an empty one takes it down. */
export const publishNotice = (content: string, signal: AbortSignal): Promise<MaintenanceNotice> =>
  dataOf(api.POST('/api/restful/v2/maintain/edit', { body: { content }, signal }))
