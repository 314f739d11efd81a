import type { TFunction } from 'i18next'
import type { ReportMeasure, ReportRow } from '../../api/reports.ts'
import type { ReportGroup } from './use-report-group.ts'

/** In the order in which they are shown. */
export const measures: readonly ReportMeasure[] = ['use_ms', 'peak', 'operations', 'failures', 'tasks', 'environments']

const hour = 60 * 60_000

/** A measure's number, as it is shown. */
export function measureText(t: TFunction, measure: ReportMeasure, value: number): string {
  if (measure !== 'use_ms') return value.toLocaleString('en')
  const hours = value / hour
  return t('reports.system.hours', {
    hours: hours.toLocaleString('en', { maximumFractionDigits: hours < 100 ? 1 : 0 }),
  })
}

/** What a row is called. */
export function rowName(t: TFunction, group: ReportGroup, row: Pick<ReportRow, 'day' | 'user' | 'market'>): string {
  if (group === 'day') return row.day ?? ''
  if (group === 'market')
    return row.market === null ? t('reports.system.noMarket') : t(`environments.names.${row.market}`)
  return row.user?.user_name ?? t('reports.system.noAgent')
}
