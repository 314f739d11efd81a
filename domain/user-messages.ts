import type { Reason } from './reason.ts'
import type { Market } from './markets.ts'
import type { JobState } from './jobs.ts'

/**
 * What the user's websocket carries, as JSON text both ways (SPEC §4, §9; DESIGN, realtime): each message has a
 * `task_type`, and whoever doesn't know a task type passes over it.
 */

/** Browser to server, at once and every 15 s; the server sends the same back, which shows that it lives. */
export const heartbeatTask = 10

/** Server to browser: this session has ended, and why. The server then closes the websocket. */
export const sessionOverTask = 20

/** Server to browser: a site message has come for the user (SPEC §4, site messages). */
export const siteMessageTask = 30

/** Server to browser: the user has read this site message, maybe in another tab. */
export const siteMessageReadTask = 31

/** Server to browser: the maintenance notice has changed; empty content where there is none any more. */
export const noticeTask = 40

/** Server to browser: a job of the user's or of somebody below it, or any job for an admin, has moved on; at most twice a second. */
export const jobTask = 50

/** Server to browser: what the user may use has changed: modules, service, or how many phones. */
export const accountTask = 60

/** Server to browser: the groups that the user's team has of this market are others, or stand in another order. */
export const groupsTask = 70

/** What somebody above may change of a user that is signed in; times in seconds, as in user/info. */
export interface AccountTerms {
  modules: Market[]
  expiration: number
  authorization_at: number
}

/** How far a job is. */
export interface JobProgress {
  id: number
  state: JobState
  /** Phones, all of them; and how many of them have ended in which way, or are at work. */
  total: number
  succeeded: number
  failed: number
  cancelled: number
  running: number
  /** A Unix time in milliseconds; null while it goes on. */
  ended_at: number | null
}

/** A site message as its recipient sees it; `created_at` is a Unix time in milliseconds, `confirm` whether it is read. */
export interface SiteMessage {
  id: number
  msg_text: string
  /** What the server itself has to say, for whoever shows it to word; the text is empty then. */
  reason: Reason | null
  created_at: number
  confirm: boolean
}

export type UserMessage =
  | { task_type: typeof heartbeatTask }
  | { task_type: typeof sessionOverTask; code: number; reason: Reason }
  | { task_type: typeof siteMessageTask; message: SiteMessage }
  | { task_type: typeof siteMessageReadTask; id: number }
  | { task_type: typeof noticeTask; notice: { content: string; updated_at: number } }
  | { task_type: typeof jobTask; job: JobProgress }
  | { task_type: typeof accountTask; account: AccountTerms }
  | { task_type: typeof groupsTask; market: Market }
