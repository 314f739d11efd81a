import type { Reason } from '../../domain/reason.ts'
import { expiringDays } from '../../domain/service.ts'
import { reason } from '../../texts/reason.ts'
import type { UserAnnouncer } from '../messages/announce.ts'
import type { Alert } from '../store/alert-queries.ts'
import type { Store } from '../store/store.ts'

/** Messages of one transaction. */
const messagesAtOnce = 100
const namesSaid = 5

interface Ports {
  store: Store
  userAnnouncer: Pick<UserAnnouncer, 'messageSent'>
}

/** What one person is told of one kind. */
function messageOf([first, ...others]: readonly [Alert, ...Alert[]]): Reason {
  const names = [first, ...others].slice(0, namesSaid).map(({ name }) => name.trim())
  const about = {
    n: others.length + 1,
    names: names.join(' · ') + (others.length >= namesSaid ? ' …' : ''),
  }
  const days = { days: expiringDays }
  switch (first.kind) {
    case 'own_service':
      return reason('messages.alert.own_service', { ...days, by: first.above ?? '' })
    case 'service':
      return reason('messages.alert.service', { ...days, ...about })
    default:
      return reason(`messages.alert.${first.kind}`, about)
  }
}

/** Tells some people; answers how many messages that took. */
const tellSome = ({ store, userAnnouncer }: Ports, now: number): Promise<number> =>
  store.transaction(async (tx) => {
    const admin = await tx.users.firstAdmin()
    if (admin === undefined) return 0
    const groups = Map.groupBy(await tx.alerts.due(now), ({ user_id, kind }) => `${user_id} ${kind}`)
    const told = [...groups.values()].slice(0, messagesAtOnce)
    await tx.alerts.tell(told.flat(), now)
    for (const [first, ...others] of told) {
      if (first === undefined) continue
      const { id } = await tx.siteMessages.send(admin, messageOf([first, ...others]), { user_ids: [first.user_id] })
      tx.afterCommit(() => userAnnouncer.messageSent(id))
    }
    return told.length
  })

/**
 * Tells people of what needs them and has come about while maybe nobody looked: a phone that is faulty or away for long, a job that
 * failed, a service that ends soon. It is a site message, which is pushed to their browsers, too: one for all of a kind, once for each
 * thing, and of no kind more than one an hour.
 */
export async function tellAlerts(ports: Ports, now: number, signal?: AbortSignal): Promise<void> {
  await ports.store.transaction((tx) => tx.alerts.forget(now))
  let isMore = true
  while (isMore) isMore = (await tellSome(ports, now)) === messagesAtOnce && signal?.aborted !== true
}
