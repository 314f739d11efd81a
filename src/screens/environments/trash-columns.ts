import type { TFunction } from 'i18next'
import type { TrashedEnvironment } from '../../api/environments.ts'
import type { Column } from '../../ui/data-table/columns.ts'
import { momentText } from '../../ui/moment.ts'

/** The columns of a market's trash: what it was, who deleted it and when, and until when it is kept. */
export const trashColumns = (t: TFunction): Column<TrashedEnvironment>[] => [
  { key: 'name', header: t('environments.field.name'), kind: 'text', width: 200, render: ({ name }) => name },
  {
    key: 'account',
    header: t('environments.field.account'),
    kind: 'text',
    width: 180,
    render: ({ account }) => account,
  },
  {
    key: 'owner',
    header: t('environments.field.owner'),
    kind: 'text',
    width: 120,
    render: ({ owner_name }) => owner_name,
  },
  {
    key: 'trashed_by',
    header: t('environments.trash.by'),
    kind: 'text',
    width: 120,
    render: ({ trashed_by_name }) => trashed_by_name,
  },
  {
    key: 'trashed_at',
    header: t('environments.trash.at'),
    kind: 'text',
    width: 160,
    mono: true,
    render: ({ trashed_at }) => momentText(trashed_at),
  },
  {
    key: 'kept_until',
    header: t('environments.trash.until'),
    kind: 'text',
    width: 160,
    mono: true,
    render: ({ kept_until }) => momentText(kept_until),
  },
  {
    key: 'actions',
    header: t('environments.field.actions'),
    kind: 'actions',
    width: 110,
    align: 'right',
    render: () => [
      { id: 'restore', label: t('environments.trash.restore') },
      { id: 'menu', label: '⋯' },
    ],
  },
]
