import type { UserAnnouncer } from './announce.ts'
import { defineOperations } from '../http/contract.ts'

export const noticeOperations = defineOperations(({ userAnnouncer }: { userAnnouncer: UserAnnouncer }) => ({
  /** The current notice; empty where there is none. */
  maintainNotify: async ({ store }) => {
    const { content, updated_at } = (await store.notices.current()) ?? { content: '', updated_at: null }
    return { content, updated_at }
  },

  /** Puts a notice in the place of the current one; an empty one removes it. */
  maintainEdit: ({ body, store, note }) =>
    store.transaction(async (tx) => {
      const { id, ...notice } = await tx.notices.replace(body.content.trim())
      await note(tx, 'notice.edit', { target: `notice:${id}` }, notice.updated_at)
      tx.afterCommit(() => userAnnouncer.noticeChanged(notice))
      return notice
    }),
}))
