import type { UserNews } from './announce.ts'
import { defineOperations } from '../http/contract.ts'

export const noticeOperations = defineOperations(({ userNews }: { userNews: UserNews }) => ({
  /** The current notice; empty where there is none. */
  maintainNotify: async ({ store }) => (await store.notices.current()) ?? { content: '', updated_at: null },

  /** Puts a notice in the place of the current one; an empty one removes it. */
  maintainEdit: ({ caller, body, store, client }) =>
    store.transaction(async (tx) => {
      const { id, ...notice } = await tx.notices.replace(body.content.trim())
      const target = `notice:${id}`
      await tx.operationLog.append({ user: caller, action: 'notice.edit', target, ip: client.ip }, notice.updated_at)
      tx.afterCommit(() => userNews.noticeChanged(notice))
      return notice
    }),
}))
