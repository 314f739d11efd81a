import type { TFunction } from 'i18next'
import { markets } from '../../../domain/markets.ts'
import type { LogEntry } from '../../api/log.ts'
import type { Tone } from '../../ui/StatusTag.tsx'
import { worded } from '../../ui/worded.ts'
import type { Texts } from '../../../texts/catalogue.ts'

/** The actions that have words, as the call names them: `box.add`. */
export const knownActions = (t: TFunction): string[] =>
  Object.keys(t('log.actions', { returnObjects: true })).map((key) => key.replaceAll('_', '.'))

export const knownKinds = (t: TFunction): string[] => Object.keys(t('log.kinds', { returnObjects: true }))

/** What was done, in words; one that has none is shown as it is called. */
export function actionText(t: TFunction, action: string): string {
  const key = action.replaceAll('.', '_') as keyof Texts['log']['actions'] // Or none of them, for which the default is.
  return worded(t, `log.actions.${key}`, () => t(`log.actions.${key}`, { defaultValue: action }))
}

export function kindText(t: TFunction, kind: string): string {
  const key = kind as keyof Texts['log']['kinds'] // Or none of them, for which the default is.
  return worded(t, `log.kinds.${key}`, () => t(`log.kinds.${key}`, { defaultValue: kind }))
}

/** A market's batch by the market; of what has no name the number, and of a session's long one only the beginning. */
function unnamed(t: TFunction, id: string): string {
  const market = markets.find((one) => one === id)
  if (market !== undefined) return t(`environments.names.${market}`)
  if (id === '*') return ''
  return id.length > 12 ? `${id.slice(0, 8)}…` : id
}

/** What it was done to, by its name: a number only where it never had one. */
export const targetText = (
  t: TFunction,
  { target_kind, target_id, target_name }: Pick<LogEntry, 'target_kind' | 'target_id' | 'target_name'>,
): string => [kindText(t, target_kind), target_name || unnamed(t, target_id)].filter((part) => part !== '').join(' ')

export const resultTone: Readonly<Record<LogEntry['result'], Tone>> = { ok: 'ok', partial: 'warn', failed: 'danger' }
