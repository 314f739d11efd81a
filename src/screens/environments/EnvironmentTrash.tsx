import { Reset, Shop, Trash } from '@blueprintjs/icons'
import type { Market } from '../../../domain/markets.ts'
import { mayCall } from '../../permissions.ts'
import {
  fetchTrash,
  purgeEnvironments,
  restoreEnvironments,
  type TrashedEnvironment,
  type TrashQuery,
} from '../../api/environments.ts'
import { defineList } from '../lists/define-list.tsx'
import type { List, Stage, Tool } from '../lists/list-definition.ts'
import { useMarket } from './use-market.ts'

interface Trashed extends List<TrashedEnvironment, TrashQuery, 'environments.trash'> {
  uses: { market: Market }
}

const whyNoPurge = (_: unknown, { role, t }: Stage<Trashed>) =>
  mayCall(role, 'environmentPurge') ? undefined : t('environments.trash.managersOnly')

const toList: Tool<Trashed> = {
  text: 'environments.trash.back',
  icon: <Shop />,
  look: 'plain',
  to: ({ market }) => `/${market}/list`,
}

/** What was deleted of a market's environments, for as long as it is kept; its manager alone removes it sooner. */
export const EnvironmentTrash = defineList<Trashed>({
  uses: () => ({ market: useMarket() }),
  texts: 'environments.trash',
  name: ({ market }) => `trash-${market}`,
  pages: ({ market }) => fetchTrash(market),
  firstSort: '-trashed_at',
  columns: ({ text, moment, actions }) => [
    text('name', 200),
    text('account', 180),
    text('owner', 120),
    text('trashed_by', 120),
    moment('trashed_at', 160, { mono: true }),
    moment('kept_until', 160, { mono: true }),
    actions([['restore']]),
  ],
  filters: ({ text }) => [text('keyword', 'table.filter', 'environments.filterHint', 128)],
  title: ({ t, market }) => t('environments.trash.of', { market: t(`environments.names.${market}`) }),
  unit: 'environments.unit',
  nameOf: ({ name }) => name,
  opens: 'restore',
  actions: [
    [
      {
        key: 'restore',
        icon: <Reset />,
        several: true,
        batch: {
          call: (target, signal, { market }) => restoreEnvironments(market)(target, signal),
          title: 'environments.trash.restoring',
        },
      },
    ],
    [
      {
        key: 'purge',
        icon: <Trash />,
        danger: true,
        reason: whyNoPurge,
        several: { reason: whyNoPurge },
        batch: {
          call: (target, signal, { market }) => purgeEnvironments(market)(target, signal),
          title: 'environments.trash.purging',
          loses: ({ row, count }, { t }) => [
            row ? t('environments.loses.one', { name: row.name }) : t('environments.loses.many', { count }),
            t('environments.trash.forEver'),
          ],
        },
      },
    ],
  ],
  takesMatching: true,
  tools: [toList],
  empty: { icon: <Trash size={40} />, next: [toList] },
})
