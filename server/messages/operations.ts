import { codes } from '../../domain/codes.ts'
import type { UserNews } from './announce.ts'
import { defineOperations } from '../http/contract.ts'
import { messages } from '../http/messages.ts'
import { Refusal } from '../http/refusal.ts'

export const messageOperations = defineOperations(({ userNews }: { userNews: UserNews }) => ({
  userMessageList: ({ caller, query, store }) =>
    store.siteMessages.list(caller.id, { confirm: query.confirm, limit: query.limit, skip: query.skip }),

  /** Answers one of the caller's messages, and marks it as read. */
  userMessageConfirm: ({ caller, query, store, note }) =>
    store.transaction(async (tx) => {
      const message = await tx.siteMessages.received(caller.id, query.id)
      if (message === undefined) throw new Refusal(codes.notFound, messages.noSuchMessage)
      const now = Date.now()
      if (await tx.siteMessages.confirm(caller.id, message.id, now)) {
        await note(tx, 'message.confirm', { target: `message:${message.id}` }, now)
        tx.afterCommit(() => userNews.messageRead(caller.id, message.id))
      }
      return { ...message, confirm: true }
    }),

  /** Sends a message to users, or to everybody of some roles, among the caller and everyone below. */
  userMessageSend: ({ caller, body, store, note }) => {
    const userIds = body.to.user_ids && [...new Set(body.to.user_ids)]
    // The contract sees to it that there is one of the two.
    const audience = userIds ? { user_ids: userIds } : { roles: body.to.roles ?? [] }
    return store.transaction(async (tx) => {
      const sent = await tx.siteMessages.send(caller, body.msg_text, audience)
      if (userIds && sent.count < userIds.length) throw new Refusal(codes.notFound, messages.noSuchUser)
      await note(tx, 'message.send', { target: `message:${sent.id}` })
      tx.afterCommit(() => userNews.messageSent(sent.id))
      return sent
    })
  },
}))
