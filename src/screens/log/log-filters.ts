import type { TFunction } from 'i18next'
import type { LogQuery } from '../../api/log.ts'
import type { Filter } from '../lists/filters.ts'
import { actionText, kindText, knownActions, knownKinds } from './log-words.ts'

const results = ['ok', 'partial', 'failed'] as const

/** What the operation log can be narrowed to. */
export const logFilters = (t: TFunction): Filter<LogQuery>[] => [
  { kind: 'text', name: 'user_name', label: t('log.field.user'), hint: t('log.hint.user') },
  {
    kind: 'enum',
    name: 'action',
    label: t('log.field.action'),
    multiple: true,
    options: knownActions(t).map((value) => ({ value, text: actionText(t, value) })),
  },
  {
    kind: 'enum',
    name: 'target_kind',
    label: t('log.field.targetKind'),
    options: knownKinds(t).map((value) => ({ value, text: kindText(t, value) })),
  },
  { kind: 'text', name: 'target_name', label: t('log.field.targetName'), hint: t('log.field.targetName') },
  { kind: 'text', name: 'target_id', label: t('log.field.targetId'), hint: t('log.field.targetId') },
  { kind: 'text', name: 'ip', label: t('log.field.ip'), hint: t('log.hint.ip'), longest: 45 },
  {
    kind: 'enum',
    name: 'result',
    label: t('log.field.result'),
    options: results.map((value) => ({ value, text: t(`log.results.${value}`) })),
  },
  { kind: 'time', name: 'from', until: 'to', label: t('log.field.at') },
]
