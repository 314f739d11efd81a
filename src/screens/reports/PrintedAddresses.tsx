import { useTranslation } from 'react-i18next'
import type { IpReportQuery, PrintedAddressRows } from '../../api/reports.ts'
import { dayText, minuteText } from '../../ui/moment.ts'
import { AddressSources } from '../devices/AddressSources.tsx'
import { countryName, whyNoPlace } from '../devices/address-text.ts'
import { useCurrentUser } from '../session/session-context.tsx'
import { sharing } from './address-sharing.ts'
import { Paper, PaperFact, PaperFigures, PaperTable } from './Paper.tsx'

const columns = ['address', 'country', 'isp', 'use', 'name', 'environment', 'owner', 'since'] as const

/** The IP report on paper: whose phones, narrowed to which of them, and each with its address. */
export function PrintedAddresses({ report, query }: { report: PrintedAddressRows; query: IpReportQuery }) {
  const { t, i18n } = useTranslation()
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
    <Paper
      title={t('printing.ip.title')}
      whose={t('printing.ip.whose', { name: user_name })}
      facts={
        <>
          <PaperFact name={t('printing.ip.narrowed')}>
            {narrowed.length === 0 ? t('printing.ip.all') : narrowed.join(' · ')}
          </PaperFact>
          <PaperFact name={t('printing.facts.made')}>{minuteText(made_at)}</PaperFact>
        </>
      }
    >
      <PaperFigures
        figures={known.map((key) => ({
          key,
          name: t(`printing.ip.figure.${key}`),
          value: figures[key].toLocaleString('en'),
        }))}
        areFew
      />
      <PaperTable
        columns={columns.map((key) => ({ key, name: t(`reports.ip.field.${key}`) }))}
        running={`${user_name} · ${minuteText(made_at)}`}
        shown={rows.length}
        total={total}
        nothing={t('printing.ip.nothing')}
        hasWords
      >
        {rows.map((row) => (
          <tr key={row.id}>
            <th scope="row">{row.address}</th>
            <td>{row.country ? countryName(i18n.language, row.country) : whyNoPlace(t, row.address)}</td>
            <td>{row.isp ?? '—'}</td>
            <td>{sharing(t, row).text}</td>
            <td>{row.name}</td>
            <td>
              {row.environment ? `${t(`environments.names.${row.environment.market}`)} · ${row.environment.name}` : '—'}
            </td>
            <td>{row.owner_name}</td>
            <td>{dayText(row.since)}</td>
          </tr>
        ))}
      </PaperTable>
      <AddressSources />
    </Paper>
  )
}
