import { codes } from '../../domain/codes.ts'
import type { SiteMessage } from '../../domain/user-messages.ts'
import type { Language } from '../../texts/catalogue.ts'
import type { UserAnnouncer } from './announce.ts'
import { defineOperations, type Schemas } from '../http/contract.ts'
import { reason } from '../../texts/reason.ts'
import { Refusal } from '../http/refusal.ts'
import { worded } from '../http/words.ts'

const shownIn =
  (language: Language) =>
  ({ reason, ...message }: SiteMessage): Schemas['SiteMessage'] =>
    reason === null ? message : { ...message, msg_text: worded(language, reason) }

export const messageOperations = defineOperations(({ userAnnouncer }: { userAnnouncer: UserAnnouncer }) => ({
  userMessageList: async ({ caller, query, store, language }) => {
    const page = { confirm: query.confirm, limit: query.limit, skip: query.skip }
    const { items, total } = await store.siteMessages.list(caller.id, page)
    return { items: items.map(shownIn(language)), total }
  },

  /** Answers one of the caller's messages, and marks it as read. */
  userMessageConfirm: ({ caller, query, store, language, note }) =>
    store.transaction(async (tx) => {
      const message = await tx.siteMessages.received(caller.id, query.id)
      if (message === undefined) throw new Refusal(codes.notFound, reason('messages.reason.noSuchMessage'))
      const now = Date.now()
      if (await tx.siteMessages.confirm(caller.id, message.id, now)) {
        await note(tx, 'message.confirm', { target: `message:${message.id}` }, now)
        tx.afterCommit(() => userAnnouncer.messageRead(caller.id, message.id))
      }
      return { ...shownIn(language)(message), confirm: true }
    }),

  /** Sends a message to users, or to everybody of some roles, among the caller and everyone below. */
  userMessageSend: ({ caller, body, store, note }) => {
    const userIds = body.to.user_ids && [...new Set(body.to.user_ids)]
    // The contract sees to it that there is one of the two.
    const audience = userIds ? { user_ids: userIds } : { roles: body.to.roles ?? [] }
    return store.transaction(async (tx) => {
      const sent = await tx.siteMessages.send(caller, body.msg_text, audience)
      if (userIds && sent.count < userIds.length) throw new Refusal(codes.notFound, reason('people.reason.noSuchUser'))
      await note(tx, 'message.send', { target: `message:${sent.id}` })
      tx.afterCommit(() => userAnnouncer.messageSent(sent.id))
      return sent
    })
  },
}))
