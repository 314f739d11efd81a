import type { TFunction } from 'i18next'
import { importFields, type ImportField } from '../../../domain/import-columns.ts'
import type { Flaw, PreparedLine } from '../../../domain/import-table.ts'

/** What is to be done about a field of a line. */
export interface LineProblem {
  field: string
  reason: string
  /** Whether what stands there has to be another; else it waits for a decision. */
  isWrong: boolean
}

function flawText(t: TFunction, line: PreparedLine, field: ImportField, flaw: Flaw): string {
  if (flaw === 'proxy') return t('importing.flaw.proxy')
  const text = line.cells[field] ?? ''
  if (field === 'proxy' || text === '') return t('importing.flaw.noType')
  return t('importing.flaw.undecided', { text, field: t(`importing.column.${field}`) })
}

/** All that is to be done about a line, field by field. */
export function problemsIn(
  t: TFunction,
  line: PreparedLine,
  problems: ReadonlyMap<string, string> | undefined,
): LineProblem[] {
  const flaws = [...line.flaws].map(([field, flaw]) => ({
    field,
    reason: flawText(t, line, field, flaw),
    isWrong: flaw === 'proxy',
  }))
  const others = [...(problems ?? [])].filter(([field]) => !flaws.some((flaw) => flaw.field === field))
  const named = (field: string): string => {
    const known = importFields.find((one) => one === field)
    return known === undefined ? field : t(`importing.column.${known}`)
  }
  return [
    ...flaws,
    ...others.map(([field, reason]) => ({ field, reason: `${named(field)}: ${reason}`, isWrong: true })),
  ]
}
