import type { FastifyBaseLogger } from 'fastify'
import { subjectKinds } from '../../domain/charts.ts'
import { reason } from '../../texts/reason.ts'
import type { UserAnnouncer } from '../messages/announce.ts'
import type { Store } from '../store/store.ts'

const day = 86_400_000

interface Ports {
  store: Store
  userAnnouncer: UserAnnouncer
  log: FastifyBaseLogger
}

/**
 * Tells of transitions that no chart allows, which the database has found out when they were written: each in the log of one server,
 * and that there are any, once a day, in a site message to admins.
 */
export const tellDeviations = ({ store, userAnnouncer, log }: Ports): Promise<void> =>
  store.transaction(async (tx) => {
    const { found, isForPeople } = await tx.transitions.tellDeviating(Date.now())
    const admin = isForPeople ? await tx.users.firstAdmin() : undefined
    const message = admin && (await tx.siteMessages.send(admin, reason('messages.chartsDeviate'), { roles: ['admin'] }))
    tx.afterCommit(() => {
      for (const transition of found) log.error({ transition }, 'a state has changed as no chart allows')
      if (message) userAnnouncer.messageSent(message.id)
    })
  })

/** How many there were within a day, of each kind. */
export const deviationGauge = ({ store }: Pick<Ports, 'store'>) => ({
  name: 'phonedeck_chart_deviations',
  help: 'Changes of states within a day that no chart allows.',
  async read() {
    const found = new Map((await store.transitions.deviating(Date.now() - day)).map(({ kind, count }) => [kind, count]))
    return subjectKinds.map((kind) => ({ labels: { kind }, value: found.get(kind) ?? 0 }))
  },
})
