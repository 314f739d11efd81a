import type { TFunction } from 'i18next'
import type { IpReportRow } from '../../api/reports.ts'
import type { Tone } from '../../ui/StatusTag.tsx'

/** Phones of the same address are counted up to so many (the contract's IpReportRow). */
const maxCounted = 100

/** Whether the address is the phone's alone; two environments of one market on one address are a danger to both. */
export function sharing(t: TFunction, { shared_with, shared_in_market }: IpReportRow): { tone: Tone; text: string } {
  if (shared_in_market) return { tone: 'danger', text: t('reports.ip.sharedInMarket') }
  if (shared_with === 0) return { tone: 'ok', text: t('reports.ip.alone') }
  const words = shared_with >= maxCounted ? 'reports.ip.sharedWithMany' : 'reports.ip.sharedWith'
  return { tone: 'warn', text: t(words, { n: shared_with }) }
}

/** All that is said of it. */
export const sharingSaid = (t: TFunction): readonly string[] => [
  t('reports.ip.sharedInMarket'),
  t('reports.ip.alone'),
  t('reports.ip.sharedWith', { n: maxCounted }),
  t('reports.ip.sharedWithMany', { n: maxCounted }),
]
