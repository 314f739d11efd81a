import type { Kysely } from 'kysely'
import type { Tables } from './tables.ts'

export const captchaQueries = (db: Kysely<Tables>) => ({
  async add(captcha: { id: string; answer_hash: Buffer; expires_at: number }): Promise<void> {
    await db.insertInto('captchas').values(captcha).execute()
  },

  /** Takes a captcha out, so that it serves one try. */
  take: (id: string) =>
    db.deleteFrom('captchas').where('id', '=', id).returning(['answer_hash', 'expires_at']).executeTakeFirst(),

  async forgetExpired(now: number): Promise<void> {
    await db.deleteFrom('captchas').where('expires_at', '<', now).execute()
  },
})
