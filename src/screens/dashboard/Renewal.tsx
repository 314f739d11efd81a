import { useSelector } from '@xstate/react'
import { useTranslation } from 'react-i18next'
import type { Summary } from '../../api/dashboard-summary.ts'
import { renewUsers, type UserQuery } from '../../api/people.ts'
import { listScreenMachine } from '../../machines/lists/list-screen.ts'
import { BatchDialog } from '../lists/BatchDialog.tsx'
import type { Batch } from '../lists/use-resource.ts'
import { RenewUsers } from '../people/RenewUsers.tsx'
import { useScreenActor } from '../shell/use-screen-actor.ts'

interface RenewalProps {
  user: Summary['expiring']['items'][number]
  /** For how many days, where that is chosen already. */
  days: number | null
  /** A service has another end by now. */
  onRenewed: () => void
  onClose: () => void
}

/** Renews a service from where it is told that it ends, as the list of users does it. */
export function Renewal({ user, days, onRenewed, onClose }: RenewalProps) {
  const { t } = useTranslation()
  const { id, user_name, ends_at } = user
  const front = useScreenActor(listScreenMachine<Batch<UserQuery>>, { key: id, input: { hearAsked: undefined } })
  const batch = useSelector(front, ({ context }) => context.batch)
  if (batch === null) {
    const renew = (days: number) => {
      const title = t('people.form.renewBy', { count: days })
      front.send({ type: 'PERFORM', batch: { title, target: { ids: [id] }, call: renewUsers(days) } })
    }
    const rows = [{ user_name, expires_at: ends_at * 1_000 }]
    return <RenewUsers count={1} rows={rows} proposed={days} onChosen={renew} onClose={onClose} />
  }
  const onEnd = () => {
    onRenewed()
    onClose()
  }
  return <BatchDialog batch={batch} count={1} nameOf={() => user_name} onEnd={onEnd} onUndone={onRenewed} />
}
