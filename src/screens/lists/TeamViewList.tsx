import { Button } from '@blueprintjs/core'
import { Cross, People } from '@blueprintjs/icons'
import { useSelector } from '@xstate/react'
import { useTranslation } from 'react-i18next'
import type { ActorRefFrom } from 'xstate'
import { viewSharing, type TeamView } from '../../api/shared-views.ts'
import type { SavedView, savedViewsMachine } from '../../machines/lists/saved-views.ts'
import { teamViewsMachine } from '../../machines/lists/team-views.ts'
import { mayCall } from '../../permissions.ts'
import { useCurrentUser } from '../session/session-context.tsx'
import { useScreenActor } from '../shell/use-screen-actor.ts'
import styles from './SavedViews.module.css'
import { ViewButton } from './ViewButton.tsx'

type TeamViews = ActorRefFrom<typeof teamViewsMachine>

/** The views of a list that are shared with the user, for as long as the menu of views is open. */
export function useTeamViews(list: string, saved: ActorRefFrom<typeof savedViewsMachine>): TeamViews {
  const { id } = useCurrentUser()
  return useScreenActor(teamViewsMachine, {
    key: [id, list, saved],
    input: {
      me: id,
      sharing: viewSharing(list),
      hear(listener) {
        const hearing = saved.on('*', listener)
        return () => hearing.unsubscribe()
      },
    },
  })
}

type Told = Pick<SavedView, 'name' | 'search'>

/** Whether what the team sees is this very view of the user's own. */
const isSame = (shared: TeamView, view: Told, me: number): boolean =>
  shared.owner_id === me && shared.name === view.name && shared.query === view.search

/** Shares a view of the user's own, or ends that. */
export function ShareButton({ team, view }: { team: TeamViews; view: Told }) {
  const { t } = useTranslation()
  const { id: me, role } = useCurrentUser()
  const shared = useSelector(team, ({ context }) => context.views.find((one) => isSame(one, view, me)))
  if (!mayCall(role, 'viewShare')) return null
  const says = t(shared === undefined ? 'table.views.share' : 'table.views.unshare', { name: view.name })
  return (
    <Button
      variant="minimal"
      size="small"
      icon={<People />}
      active={shared !== undefined}
      aria-pressed={shared !== undefined}
      aria-label={says}
      title={says}
      onClick={() => team.send(shared === undefined ? { type: 'SHARE', view } : { type: 'UNSHARE', id: shared.id })}
    />
  )
}

interface TeamViewListProps {
  team: TeamViews
  own: readonly SavedView[]
  /** The list as it stands, as its address writes it. */
  search: string
  onApply: (search: string) => void
}

/** What the team shares, below the user's own views: goes to one, and ends that it is shared. */
export function TeamViewList({ team, own, search, onApply }: TeamViewListProps) {
  const { t } = useTranslation()
  const { id: me } = useCurrentUser()
  const views = useSelector(team, ({ context }) => context.views)
  const isFailed = useSelector(team, (snapshot) => snapshot.matches('failed'))
  const others = views.filter((view) => !own.some((one) => isSame(view, one, me)))
  if (others.length === 0 && !isFailed) return null
  return (
    <section className={styles.team}>
      <h3>{t('table.views.team')}</h3>
      {isFailed && (
        <p className={styles.none} role="alert">
          {t('table.views.failed')}
          <Button variant="minimal" size="small" text={t('table.retry')} onClick={() => team.send({ type: 'RETRY' })} />
        </p>
      )}
      <ul aria-label={t('table.views.team')}>
        {others.map(({ id, name, query, owner_id, owner_name, may_remove }) => {
          const owner = owner_id === me ? t('table.views.me') : owner_name
          return (
            <li key={id}>
              <ViewButton
                name={name}
                search={query}
                now={search}
                onApply={onApply}
                owner={{
                  mark: <span className={styles.owner}>{owner}</span>,
                  says: t('table.views.of', { name, owner }),
                }}
              />
              {may_remove && (
                <Button
                  variant="minimal"
                  size="small"
                  icon={<Cross />}
                  aria-label={t('table.views.unshare', { name })}
                  title={t('table.views.unshare', { name })}
                  onClick={() => team.send({ type: 'UNSHARE', id })}
                />
              )}
            </li>
          )
        })}
      </ul>
    </section>
  )
}
