import { useTranslation } from 'react-i18next'
import type { PrintedReport as Report, ReportQuery } from '../../api/reports.ts'
import { minuteText } from '../../ui/moment.ts'
import { Paper, PaperFact, PaperFigures, PaperTable } from './Paper.tsx'
import { PrintedChart } from './PrintedChart.tsx'
import styles from './Paper.module.css'
import { measures, measureText, rowName } from './report-words.ts'
import type { ReportGroup } from './use-report-group.ts'

interface PrintedReportProps {
  report: Report
  query: ReportQuery
  group: ReportGroup
}

/** The system report on paper: whose it is and of when, its figures, its charts, its rows. */
export function PrintedReport({ report: { picture, rows, total, made_at }, query, group }: PrintedReportProps) {
  const { t } = useTranslation()
  const { subject, from, to, rolled_at, time_zone } = picture
  const whose = subject?.user_name ?? t('printing.everybody')
  const range = t('printing.range', { from, to, zone: time_zone })
  const charts = measures.filter((measure) => picture.days.some((day) => day[measure] > 0))
  const measured = measures.map((key) => ({ key, name: t(`reports.system.measure.${key}`) }))
  return (
    <Paper
      title={t('printing.title')}
      whose={whose}
      facts={
        <>
          <PaperFact name={t('printing.facts.range')}>{range}</PaperFact>
          <PaperFact name={t('printing.facts.market')}>
            {query.market === undefined ? t('printing.everyMarket') : t(`environments.names.${query.market}`)}
          </PaperFact>
          <PaperFact name={t('printing.facts.by')}>{t(`reports.system.groups.${group}`)}</PaperFact>
          {rolled_at !== null && <PaperFact name={t('printing.facts.rolled')}>{minuteText(rolled_at)}</PaperFact>}
          <PaperFact name={t('printing.facts.made')}>{minuteText(made_at)}</PaperFact>
        </>
      }
    >
      <PaperFigures
        figures={measured.map(({ key, name }) => ({ key, name, value: measureText(t, key, picture.totals[key]) }))}
      />

      {charts.length > 0 && (
        <section>
          <h3 className={styles.heading}>{t('printing.charts')}</h3>
          <div className={styles.charts}>
            {charts.map((measure) => (
              <PrintedChart key={measure} report={picture} group={group} measure={measure} />
            ))}
          </div>
        </section>
      )}

      <PaperTable
        columns={[{ key: group, name: t(`reports.system.key.${group}`) }, ...measured]}
        running={`${whose} · ${range}`}
        shown={rows.length}
        total={total}
        nothing={t('printing.nothing')}
      >
        {rows.map((row) => (
          <tr key={row.id}>
            <th scope="row">{rowName(t, group, row)}</th>
            {measures.map((measure) => (
              <td key={measure}>{row[measure] === 0 ? '—' : measureText(t, measure, row[measure])}</td>
            ))}
          </tr>
        ))}
        <tr className={styles.total}>
          <th scope="row">{t('printing.total')}</th>
          {measures.map((measure) => (
            <td key={measure}>{measureText(t, measure, picture.totals[measure])}</td>
          ))}
        </tr>
      </PaperTable>
    </Paper>
  )
}
