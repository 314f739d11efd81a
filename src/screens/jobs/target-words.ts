import type { TFunction } from 'i18next'
import type { FieldProblems } from '../../api/field-rules.ts'
import type { TargetValues } from '../../api/job-forms.ts'
import type { Targets } from '../../api/scripts.ts'

/** What is wrong with the choice, in words. */
export function targetProblems(t: TFunction, values: TargetValues): FieldProblems {
  const { choice } = values
  return choice !== 'filter' && values[choice].length === 0 ? { [choice]: { text: t('jobs.targets.none') } } : {}
}

/** Which phones, in a few words. */
export function targetText(t: TFunction, { device_ids, box_ids, owner_ids, filter }: Targets): string {
  if (device_ids) return t('jobs.targets.phoneCount', { count: device_ids.length })
  if (box_ids) return t('jobs.targets.boxCount', { count: box_ids.length })
  if (owner_ids) return t('jobs.targets.ownerCount', { count: owner_ids.length })
  return filter?.keyword ? t('jobs.targets.matching', { keyword: filter.keyword }) : t('jobs.targets.all')
}
