import { useTranslation } from 'react-i18next'
import type { PrintedReport, ReportQuery } from '../../api/reports.ts'
import { minuteText } from '../../ui/moment.ts'
import { useSiteTitle } from '../shell/use-site-title.ts'
import { PaperFact } from './PaperFact.tsx'
import { PrintedChart } from './PrintedChart.tsx'
import styles from './PrintedPaper.module.css'
import { measures, measureText, rowName } from './report-words.ts'
import type { ReportGroup } from './use-report-group.ts'

interface PaperProps {
  report: PrintedReport
  query: ReportQuery
  group: ReportGroup
}

/** A report on paper: whose it is and of when, its figures, its charts, its rows. The rest of the console is not printed. */
export function PrintedPaper({ report: { picture, rows, total, made_at }, query, group }: PaperProps) {
  const { t } = useTranslation()
  const site = useSiteTitle()
  const { subject, from, to, rolled_at, time_zone } = picture
  const whose = subject?.user_name ?? t('printing.everybody')
  const range = t('printing.range', { from, to, zone: time_zone })
  const charts = measures.filter((measure) => picture.days.some((day) => day[measure] > 0))
  return (
    <article className={styles.paper}>
      <header className={styles.head}>
        <p className={styles.site}>{site}</p>
        <h2 className={styles.title}>{t('printing.title')}</h2>
        <p className={styles.whose}>{whose}</p>
        <dl className={styles.facts}>
          <PaperFact name={t('printing.facts.range')}>{range}</PaperFact>
          <PaperFact name={t('printing.facts.market')}>
            {query.market === undefined ? t('printing.everyMarket') : t(`dashboard.markets.${query.market}`)}
          </PaperFact>
          <PaperFact name={t('printing.facts.by')}>{t(`reports.system.groups.${group}`)}</PaperFact>
          {rolled_at !== null && <PaperFact name={t('printing.facts.rolled')}>{minuteText(rolled_at)}</PaperFact>}
          <PaperFact name={t('printing.facts.made')}>{minuteText(made_at)}</PaperFact>
        </dl>
      </header>

      <section>
        <h3 className={styles.heading}>{t('printing.figures')}</h3>
        <dl className={styles.figures}>
          {measures.map((measure) => (
            <div key={measure} className={styles.figure}>
              <dt>{t(`reports.system.measure.${measure}`)}</dt>
              <dd>{measureText(t, measure, picture.totals[measure])}</dd>
            </div>
          ))}
        </dl>
      </section>

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

      <section>
        {rows.length === 0 && <p className={styles.nothing}>{t('printing.nothing')}</p>}
        {rows.length > 0 && (
          <table className={styles.table}>
            <thead>
              {/* Each sheet says whose it is: they may come apart. */}
              <tr>
                <td colSpan={1 + measures.length} className={styles.running}>
                  <h3 className={styles.heading}>{t('printing.table')}</h3>
                  <span>{`${whose} · ${range}`}</span>
                </td>
              </tr>
              <tr>
                <th scope="col">{t(`reports.system.key.${group}`)}</th>
                {measures.map((measure) => (
                  <th key={measure} scope="col">
                    {t(`reports.system.measure.${measure}`)}
                  </th>
                ))}
              </tr>
            </thead>
            <tbody>
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
            </tbody>
          </table>
        )}
        {total > rows.length && <p className={styles.cut}>{t('printing.cut', { shown: rows.length, total })}</p>}
      </section>
    </article>
  )
}
