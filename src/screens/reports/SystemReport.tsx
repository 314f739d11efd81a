import { TimelineBarChart, Calendar, People } from '@blueprintjs/icons'
import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { fetchReportRows, type ReportQuery, type ReportRow } from '../../api/reports.ts'
import { ResourceScreen } from '../lists/ResourceScreen.tsx'
import { useResource } from '../lists/use-resource.ts'
import { ReportPicture } from './ReportPicture.tsx'
import { reportColumns, rowName } from './report-columns.ts'
import { reportFilters } from './report-filters.ts'
import { useReportGroup } from './use-report-group.ts'

/** What phones were used for, by day, user, agent or market (SPEC §2, /statistics/record). */
export function SystemReport() {
  const { t } = useTranslation()
  const group = useReportGroup()
  const report = useResource<ReportRow, ReportQuery>({
    name: 'system-report',
    columns: useMemo(() => reportColumns(t, group), [t, group]),
    filters: useMemo(() => reportFilters(t), [t]),
    firstSort: '-key',
    fetchPage: fetchReportRows,
  })

  const toUsersOf = (day: string) => report.change({ group: 'user', from: day, to: day, sort: '-use_ms' })
  const toDaysOf = (row: ReportRow) =>
    report.change({
      group: undefined,
      sort: undefined,
      ...(group === 'user' && row.user && { user_id: row.user.id }),
      ...(group === 'agent' && row.user && { agent_id: row.user.id }),
      ...(group === 'market' && row.market && { market: row.market }),
    })
  const drill = (row: ReportRow) => (row.day === null ? toDaysOf(row) : toUsersOf(row.day))

  const rowActions = (row: ReportRow) => [
    [
      row.day === null
        ? { key: 'days', text: t('reports.system.byDay'), icon: <Calendar />, onPick: () => drill(row) }
        : { key: 'users', text: t('reports.system.byUser'), icon: <People />, onPick: () => drill(row) },
    ],
  ]

  return (
    <ResourceScreen
      resource={report}
      title={t('reports.system.title')}
      nameOf={(row) => rowName(t, group, row)}
      onOpen={drill}
      rowActions={rowActions}
      exportCall="/api/restful/v2/report/export"
      picture={<ReportPicture query={report.query} group={group} />}
      empty={{
        icon: <TimelineBarChart size={40} />,
        title: t('reports.system.none'),
        hint: t('reports.system.noneHint'),
      }}
    />
  )
}
