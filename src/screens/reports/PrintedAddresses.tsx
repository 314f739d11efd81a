import { useTranslation } from 'react-i18next'
import type { IpReportQuery, PrintedAddressRows } from '../../api/reports.ts'
import { dayText, minuteText } from '../../ui/moment.ts'
import { AddressSources } from '../devices/AddressSources.tsx'
import { countryName, whyNoPlace } from '../devices/address-text.ts'
import { useCurrentUser } from '../session/session-context.tsx'
import { useSiteTitle } from '../shell/use-site-title.ts'
import { sharing } from './address-sharing.ts'
import { PaperFact } from './PaperFact.tsx'
import styles from './PrintedPaper.module.css'

const columns = ['address', 'country', 'isp', 'use', 'name', 'environment', 'owner', 'since'] as const

/** The IP report on paper: whose phones, narrowed to which of them, and each with its address. The rest of the console is not printed. */
export function PrintedAddresses({ report, query }: { report: PrintedAddressRows; query: IpReportQuery }) {
  const { t, i18n } = useTranslation()
  const site = useSiteTitle()
  const { user_name } = useCurrentUser()
  const { rows, total, made_at } = report
  const narrowed = [
    query.keyword,
    query.box_id !== undefined && rows[0]?.box_name,
    query.shared !== undefined && t(query.shared ? 'reports.ip.sharedYes' : 'reports.ip.sharedNo'),
  ].filter(Boolean)
  const figures = {
    phones: total,
    addresses: new Set(rows.map(({ address }) => address)).size,
    shared: rows.filter(({ shared_with }) => shared_with > 0).length,
    inMarket: rows.filter(({ shared_in_market }) => shared_in_market).length,
  }
  // Of the first rows alone nothing else can be said.
  const known = rows.length === total ? (['phones', 'addresses', 'shared', 'inMarket'] as const) : (['phones'] as const)
  return (
    <article className={styles.paper}>
      <header className={styles.head}>
        <p className={styles.site}>{site}</p>
        <h2 className={styles.title}>{t('printing.ip.title')}</h2>
        <p className={styles.whose}>{t('printing.ip.whose', { name: user_name })}</p>
        <dl className={styles.facts}>
          <PaperFact name={t('printing.ip.narrowed')}>
            {narrowed.length === 0 ? t('printing.ip.all') : narrowed.join(' · ')}
          </PaperFact>
          <PaperFact name={t('printing.facts.made')}>{minuteText(made_at)}</PaperFact>
        </dl>
      </header>

      <section>
        <h3 className={styles.heading}>{t('printing.figures')}</h3>
        <dl className={styles.figures} data-few>
          {known.map((figure) => (
            <div key={figure} className={styles.figure}>
              <dt>{t(`printing.ip.figure.${figure}`)}</dt>
              <dd>{figures[figure].toLocaleString('en')}</dd>
            </div>
          ))}
        </dl>
      </section>

      <section>
        {rows.length === 0 && <p className={styles.nothing}>{t('printing.ip.nothing')}</p>}
        {rows.length > 0 && (
          <table className={styles.table} data-words>
            <thead>
              {/* Each sheet says whose it is: they may come apart. */}
              <tr>
                <td colSpan={columns.length} className={styles.running}>
                  <h3 className={styles.heading}>{t('printing.table')}</h3>
                  <span>{`${user_name} · ${minuteText(made_at)}`}</span>
                </td>
              </tr>
              <tr>
                {columns.map((column) => (
                  <th key={column} scope="col">
                    {t(`reports.ip.field.${column}`)}
                  </th>
                ))}
              </tr>
            </thead>
            <tbody>
              {rows.map((row) => (
                <tr key={row.id}>
                  <th scope="row">{row.address}</th>
                  <td>{row.country ? countryName(i18n.language, row.country) : whyNoPlace(t, row.address)}</td>
                  <td>{row.isp ?? '—'}</td>
                  <td>{sharing(t, row).text}</td>
                  <td>{row.name}</td>
                  <td>
                    {row.environment
                      ? `${t(`dashboard.markets.${row.environment.market}`)} · ${row.environment.name}`
                      : '—'}
                  </td>
                  <td>{row.owner_name}</td>
                  <td>{dayText(row.since)}</td>
                </tr>
              ))}
            </tbody>
          </table>
        )}
        {total > rows.length && <p className={styles.cut}>{t('printing.cut', { shown: rows.length, total })}</p>}
      </section>
      <AddressSources />
    </article>
  )
}
