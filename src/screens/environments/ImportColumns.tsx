import { HTMLSelect } from '@blueprintjs/core'
import { ArrowRight } from '@blueprintjs/icons'
import { memo } from 'react'
import { useTranslation } from 'react-i18next'
import { importFields, isSecretHeading, type ImportField } from '../../../domain/import-columns.ts'
import type { Table } from '../../../domain/import-table.ts'
import { proxyIn, withoutPassword } from '../../../domain/proxy-text.ts'
import styles from './ImportDialog.module.css'

interface ImportColumnsProps {
  table: Table
  columns: readonly (ImportField | null)[]
  onMap: (column: number, field: ImportField | null) => void
}

const samples = 2
/** Lines in which they are looked for. */
const looked = 50

/** Of a proxy, what is no secret. */
function placeOf(text: string): string {
  const proxy = proxyIn(text)
  return proxy === undefined ? '…' : `${proxy.type === undefined ? '' : `${proxy.type}://`}${proxy.host}:${proxy.port}`
}

/** The columns of a file with what stands in them, and which field each is. */
export const ImportColumns = memo(function ImportColumns({ table, columns, onMap }: ImportColumnsProps) {
  const { t } = useTranslation()
  const mapped = columns.filter((field) => field !== null).length
  const sampleOf = (column: number): string => {
    const field = columns[column]
    const isSecret = isSecretHeading(table.headings[column] ?? '') || field === 'proxy_password'
    if (isSecret && field !== 'proxy') return t('importing.columns.secret')
    const cells = table.rows.slice(0, looked).map(({ cells }) => (cells[column] ?? '').trim())
    const filled = [...new Set(cells)].filter((cell) => cell !== '').slice(0, samples)
    return filled
      .map((cell) => (field === 'proxy' ? placeOf(cell) : proxyIn(cell) === undefined ? cell : withoutPassword(cell)))
      .join(t('table.separator'))
  }
  return (
    <section className={styles.panel} aria-label={t('importing.columns.title')}>
      <header className={styles.head}>
        <h3>{t('importing.columns.title')}</h3>
        <span className={styles.small}>
          {t('importing.columns.summary', { mapped, left: columns.length - mapped })}
        </span>
      </header>
      {/* A list that is scrolled with the keys as well. */}
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex */}
      <ul className={styles.list} tabIndex={0} aria-label={t('importing.columns.title')}>
        {table.headings.map((heading, column) => {
          const field = columns[column] ?? null
          const name = heading || t('importing.columns.unnamed')
          return (
            // Columns stay where they are, and two may have one heading.
            // oxlint-disable-next-line react/no-array-index-key
            <li key={column} className={styles.column} data-left={field === null} data-withheld>
              <div className={styles.heading}>
                <strong title={heading}>{name}</strong>
                <span className={styles.sample}>{sampleOf(column)}</span>
              </div>
              <ArrowRight size={14} className={styles.arrow} />
              <HTMLSelect
                fill
                aria-label={name}
                value={field ?? ''}
                onChange={({ target }) => onMap(column, importFields.find((one) => one === target.value) ?? null)}
              >
                <option value="">{t('importing.columns.none')}</option>
                {importFields.map((one) => (
                  <option key={one} value={one}>
                    {t(`importing.column.${one}`)}
                  </option>
                ))}
              </HTMLSelect>
              <span className={styles.by}>{field === null ? t('importing.columns.unknown') : ''}</span>
            </li>
          )
        })}
      </ul>
    </section>
  )
})
