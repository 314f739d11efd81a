import { Classes } from '@blueprintjs/core'
import { Reset, Shop, Trash } from '@blueprintjs/icons'
import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router-dom'
import { mayCall } from '../../permissions.ts'
import {
  fetchTrash,
  purgeEnvironments,
  restoreEnvironments,
  type TrashedEnvironment,
  type TrashQuery,
} from '../../api/environments.ts'
import type { BatchTarget } from '../../api/list-calls.ts'
import { ResourceScreen } from '../lists/ResourceScreen.tsx'
import { useResource } from '../lists/use-resource.ts'
import { useCurrentUser } from '../session/session-context.tsx'
import { trashColumns } from './trash-columns.ts'
import { useMarket } from './use-market.ts'

/** What was deleted of a market's environments, for as long as it is kept; its manager alone removes it sooner. */
export function EnvironmentTrash() {
  const { t } = useTranslation()
  const market = useMarket()
  const { role } = useCurrentUser()
  const trash = useResource<TrashedEnvironment, TrashQuery>({
    name: `trash-${market}`,
    columns: useMemo(() => trashColumns(t), [t]),
    filters: useMemo(
      () => [
        {
          kind: 'text',
          name: 'keyword',
          label: t('table.filter'),
          hint: t('environments.filterHint'),
          longest: 128,
        } as const,
      ],
      [t],
    ),
    firstSort: '-trashed_at',
    fetchPage: fetchTrash(market),
  })
  const restore = (target: BatchTarget<TrashQuery>) =>
    trash.perform({ title: t('environments.trash.restoring'), target, call: restoreEnvironments(market) })
  const purge = (target: BatchTarget<TrashQuery>, what: string) =>
    trash.perform({
      title: t('environments.trash.purging'),
      target,
      call: purgeEnvironments(market),
      loses: { what: [what, t('environments.trash.forEver')], confirm: t('environments.trash.purge') },
    })
  const restoring = { key: 'restore', text: t('environments.trash.restore'), icon: <Reset /> }
  const purging = {
    key: 'purge',
    text: t('environments.trash.purge'),
    icon: <Trash />,
    intent: 'danger' as const,
    ...(!mayCall(role, 'environmentPurge') && { reason: t('environments.trash.managersOnly') }),
  }
  return (
    <ResourceScreen
      resource={trash}
      title={t('environments.trash.of', { market: t(`environments.names.${market}`) })}
      unit="environments.unit"
      nameOf={({ name }) => name}
      onOpen={({ id }) => restore({ ids: [id] })}
      onAction={(action, { id }) => action === 'restore' && restore({ ids: [id] })}
      rowActions={({ id, name }) => [
        [{ ...restoring, onPick: () => restore({ ids: [id] }) }],
        [{ ...purging, onPick: () => purge({ ids: [id] }, t('environments.loses.one', { name })) }],
      ]}
      selectionActions={(count) => [
        { ...restoring, onPick: restore },
        {
          ...purging,
          onPick: (target: BatchTarget<TrashQuery>) => purge(target, t('environments.loses.many', { count })),
        },
      ]}
      takesMatching
      tools={
        <Link to={`/${market}/list`} className={Classes.BUTTON}>
          <Shop />
          <span>{t('environments.trash.back')}</span>
        </Link>
      }
      empty={{ icon: <Trash size={40} />, title: t('environments.trash.empty'), hint: t('environments.trash.hint') }}
    />
  )
}
