import type { TFunction } from 'i18next'
import { log } from '../../i18n/zh-CN/log.ts'
import type { LogEntry } from '../../api/log.ts'
import type { Tone } from '../../ui/StatusTag.tsx'
import { worded } from '../../ui/worded.ts'

type ActionKey = keyof typeof log.actions
type KindKey = keyof typeof log.kinds

/** The actions that have words, as the call names them: `box.add`. */
export const knownActions = (Object.keys(log.actions) as ActionKey[]).map((key) => key.replaceAll('_', '.'))
export const knownKinds = Object.keys(log.kinds) as KindKey[]

const isAction = (key: string): key is ActionKey => key in log.actions
const isKind = (key: string): key is KindKey => key in log.kinds

/** What was done, in words; one that has none is shown as it is called. */
export function actionText(t: TFunction, action: string): string {
  const key = action.replaceAll('.', '_')
  return isAction(key) ? worded(t, `log.actions.${key}`, () => t(`log.actions.${key}`)) : action
}

export const kindText = (t: TFunction, kind: string): string =>
  isKind(kind) ? worded(t, `log.kinds.${kind}`, () => t(`log.kinds.${kind}`)) : kind

/** Of a session only the beginning of its long id is shown. */
export function targetText(t: TFunction, { target_kind, target_id, target_name }: LogEntry): string {
  const number = target_id.length > 12 ? `${target_id.slice(0, 8)}…` : target_id
  return [kindText(t, target_kind), number, target_name].filter((part) => part !== '').join(' ')
}

export const resultTone: Readonly<Record<LogEntry['result'], Tone>> = { ok: 'ok', partial: 'warn', failed: 'danger' }
