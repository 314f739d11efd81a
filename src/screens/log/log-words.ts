import type { TFunction } from 'i18next'
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

/** Of a session only the beginning of its long id is shown. */
export function targetText(t: TFunction, { target_kind, target_id, target_name }: LogEntry): string {
  const number = target_id.length > 12 ? `${target_id.slice(0, 8)}…` : target_id
  return [kindText(t, target_kind), number, target_name].filter((part) => part !== '').join(' ')
}

export const resultTone: Readonly<Record<LogEntry['result'], Tone>> = { ok: 'ok', partial: 'warn', failed: 'danger' }
