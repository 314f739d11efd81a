import { Calendar, People, Print, TimelineBarChart } from '@blueprintjs/icons'
import { markets } from '../../../domain/markets.ts'
import { findAgents, findUsers } from '../../api/people.ts'
import { fetchReportRows, type ReportQuery, type ReportRow } from '../../api/reports.ts'
import { defineList } from '../lists/define-list.tsx'
import { optionsOf } from '../lists/filter-makers.ts'
import type { List } from '../lists/list-definition.ts'
import { ReportPicture } from './ReportPicture.tsx'
import { ReportPrinting } from './ReportPrinting.tsx'
import { measures, measureText, rowName } from './report-words.ts'
import { reportGroups, useReportGroup, usualGroup, type ReportGroup } from './use-report-group.ts'

/** Days that the server sums up unless it is asked for others. */
const usualDays = 30

interface Report extends List<ReportRow, ReportQuery, 'reports.system'> {
  uses: { group: ReportGroup }
}

/** What phones were used for, by day, user, agent or market (SPEC §2, /statistics/record). */
export const SystemReport = defineList<Report>({
  uses: () => ({ group: useReportGroup() }),
  texts: 'reports.system',
  name: 'system-report',
  pages: () => fetchReportRows,
  firstSort: '-key',
  columns: ({ link, text }, { t, group }) => [
    link('key', 180, {
      header: `reports.system.key.${group}`,
      of: (row) => rowName(t, group, row),
      sortable: true,
    }),
    ...measures.map((measure) =>
      text(measure, 120, {
        header: `reports.system.measure.${measure}`,
        of: (row) => (row[measure] === 0 ? null : measureText(t, measure, row[measure])),
        align: 'right',
        sortable: true,
      }),
    ),
  ],
  filters: ({ oneOf, days, pick }, { t }) => [
    oneOf(
      'group',
      'reports.system.group',
      optionsOf(reportGroups, (group) => t(`reports.system.groups.${group}`)),
      usualGroup,
    ),
    days('from', 'to', 'reports.system.range', usualDays),
    pick('user_id', 'reports.system.user', findUsers),
    pick('agent_id', 'reports.system.agent', findAgents),
    oneOf(
      'market',
      'reports.system.market',
      optionsOf(markets, (market) => t(`environments.names.${market}`)),
    ),
  ],
  unit: 'table.unit',
  nameOf: (row, { t, group }) => rowName(t, group, row),
  opens: ({ day }) => (day === null ? 'days' : 'users'),
  actions: [
    [
      {
        key: 'days',
        icon: <Calendar />,
        when: ({ day }) => day === null,
        does: ({ user, market }, { list, group }) =>
          list.change({
            group: undefined,
            sort: undefined,
            ...(group === 'user' && user && { user_id: user.id }),
            ...(group === 'agent' && user && { agent_id: user.id }),
            ...(group === 'market' && market && { market }),
          }),
      },
      {
        key: 'users',
        icon: <People />,
        when: ({ day }) => day !== null,
        does: ({ day }, { list }) =>
          day !== null && list.change({ group: 'user', from: day, to: day, sort: '-use_ms' }),
      },
    ],
  ],
  tools: [
    {
      text: 'reports.system.print',
      icon: <Print />,
      look: 'icon',
      shows: ({ list, group, close }) => <ReportPrinting query={list.query} group={group} onClose={close} />,
    },
  ],
  exportCall: '/api/restful/v2/report/export',
  picture: ({ list, group }) => <ReportPicture query={list.query} group={group} />,
  empty: { icon: <TimelineBarChart size={40} />, next: 'as the hint says' },
})
