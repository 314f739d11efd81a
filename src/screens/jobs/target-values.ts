import type { TFunction } from 'i18next'
import type { Targets } from '../../machines/jobs/scripts.ts'

/** Which phones, as a form has them. */
export interface TargetValues {
  choice: 'phones' | 'boxes' | 'owners' | 'filter'
  phones: readonly number[]
  boxes: readonly number[]
  owners: readonly number[]
  keyword: string
}

export const targetValuesOf = (targets: Targets | undefined): TargetValues => ({
  choice: targets?.box_ids ? 'boxes' : targets?.owner_ids ? 'owners' : targets?.filter ? 'filter' : 'phones',
  phones: targets?.device_ids ?? [],
  boxes: targets?.box_ids ?? [],
  owners: targets?.owner_ids ?? [],
  keyword: targets?.filter?.keyword ?? '',
})

export function targetsOf({ choice, phones, boxes, owners, keyword }: TargetValues): Targets {
  switch (choice) {
    case 'phones':
      return { device_ids: [...phones] }
    case 'boxes':
      return { box_ids: [...boxes] }
    case 'owners':
      return { owner_ids: [...owners] }
    default:
      return { filter: keyword.trim() === '' ? {} : { keyword: keyword.trim() } }
  }
}

/** What is wrong with the choice, in words. */
export function targetProblems(t: TFunction, values: TargetValues) {
  const { choice } = values
  return choice !== 'filter' && values[choice].length === 0 ? { [choice]: { text: t('services.targets.none') } } : {}
}

/** Which phones, in a few words. */
export function targetText(t: TFunction, { device_ids, box_ids, owner_ids, filter }: Targets): string {
  if (device_ids) return t('services.targets.phoneCount', { n: device_ids.length })
  if (box_ids) return t('services.targets.boxCount', { n: box_ids.length })
  if (owner_ids) return t('services.targets.ownerCount', { n: owner_ids.length })
  return filter?.keyword ? t('services.targets.matching', { keyword: filter.keyword }) : t('services.targets.all')
}
