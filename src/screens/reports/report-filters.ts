import type { TFunction } from 'i18next'
import { markets } from '../../../domain/markets.ts'
import { findAgents, findUsers } from '../../api/people.ts'
import type { ReportQuery } from '../../api/reports.ts'
import type { Filter } from '../lists/filters.ts'
import { reportGroups } from './use-report-group.ts'

/** What the system report is of. */
export const reportFilters = (t: TFunction): Filter<ReportQuery>[] => [
  {
    kind: 'enum',
    name: 'group',
    label: t('reports.system.group'),
    options: reportGroups.map((group) => ({ value: group, text: t(`reports.system.groups.${group}`) })),
  },
  { kind: 'days', name: 'from', until: 'to', label: t('reports.system.range') },
  { kind: 'pick', name: 'user_id', label: t('reports.system.user'), find: findUsers },
  { kind: 'pick', name: 'agent_id', label: t('reports.system.agent'), find: findAgents },
  {
    kind: 'enum',
    name: 'market',
    label: t('reports.system.market'),
    options: markets.map((market) => ({ value: market, text: t(`dashboard.markets.${market}`) })),
  },
]
