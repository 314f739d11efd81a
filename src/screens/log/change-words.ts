import type { TFunction } from 'i18next'
import { idFields } from '../../../domain/log-fields.ts'
import type { Texts } from '../../../texts/catalogue.ts'
import type { Region } from '../../api/devices.ts'
import type { LogDetail } from '../../api/log.ts'
import { byteText } from '../../ui/byte-text.ts'
import { momentText } from '../../ui/moment.ts'
import { regionOf } from '../devices/region-text.ts'

interface Words {
  t: TFunction
  regions: readonly Region[]
  names: LogDetail['names']
}

type Fields = Readonly<Record<string, unknown>>

/** Ids whose names were written beside them, which tell the same. */
const toldBeside: Readonly<Record<string, string>> = { id: 'name', owner_id: 'owner_name', tags: 'groups' }

const shownOf = (...sides: readonly (Fields | null)[]): string[] => {
  const fields = [...new Set(sides.flatMap((side) => Object.keys(side ?? {})))]
  return fields.filter((field) => !fields.includes(toldBeside[field] ?? ''))
}

/** The fields to show, in their order. */
export const changedFields = ({ before, after }: Pick<LogDetail, 'before' | 'after'>): string[] =>
  shownOf(before, after)

/** A field as forms call it; one that has no words, as a script's own parameter, is called as it is. */
export function fieldText(t: TFunction, field: string): string {
  const key = field as keyof Texts['logEntry']['fields'] // Or none of them, for which the default is.
  return t(`logEntry.fields.${key}`, { defaultValue: field })
}

/** Words of single values, where a field has any: codes become what the console shows for them. */
const worded: Readonly<Record<string, (words: Words, value: string) => string>> = {
  action: ({ t }, value) => t(`jobs.act.${value as 'reboot'}`, { defaultValue: value }),
  market: ({ t }, value) => t(`environments.names.${value as 'amazon'}`, { defaultValue: value }),
  mode: ({ t }, value) => t(`logEntry.modes.${value as 'add'}`, { defaultValue: value }),
  modules: ({ t }, value) => t(`environments.names.${value as 'amazon'}`, { defaultValue: value }),
  region: ({ t, regions }, value) => regionOf(t, regions, value),
  role: ({ t }, value) => t(`roles.${value as 'admin'}`, { defaultValue: value }),
  status: ({ t }, value) => t(`devices.status.${value as 'idle'}`, { defaultValue: value }),
  token: ({ t }, value) => t(`logEntry.tokens.${value as 'kept'}`, { defaultValue: value }),
}

function numberText({ t, names }: Words, field: string, value: number): string {
  const kind = Object.hasOwn(idFields, field) ? idFields[field] : undefined
  if (kind !== undefined) return names[`${kind}:${value}`] ?? t('logEntry.gone', { id: value })
  if (field.endsWith('_at')) return momentText(value)
  if (field === 'size') return byteText(value)
  return field === 'job_id' || field === 'entry' ? `#${value}` : String(value)
}

/** How a long list begins, and how many it has. */
interface Cut {
  first: unknown[]
  count: number
}

interface KeptProxy {
  type: string
  host: string
  port: number
  user_name?: string
  has_password?: boolean
}

const isCut = (value: object): value is Cut => 'first' in value && 'count' in value

const isProxy = (value: object): value is KeptProxy => 'type' in value && 'host' in value && 'port' in value

function proxyText(t: TFunction, { type, host, port, user_name, has_password }: KeptProxy): string {
  const name = `${type}://${user_name ? `${user_name}@` : ''}${host}:${port}`
  return has_password ? t('logEntry.of', { name, facts: fieldText(t, 'has_password') }) : name
}

/** What something consists of, each with its field; behind its name, where it has one. */
function factsText(words: Words, value: Fields): string {
  const { t } = words
  const { name, ...rest } = value
  const parts = name === undefined ? value : rest
  const facts = shownOf(value)
    .filter((field) => Object.hasOwn(parts, field) && !isBlank(parts[field]))
    .map((field) => t('logEntry.fact', { field: fieldText(t, field), value: valueText(words, field, parts[field]) }))
    .join(t('logEntry.facts'))
  if (typeof name !== 'string') return facts
  return facts === '' ? name : t('logEntry.of', { name, facts })
}

function objectText(words: Words, field: string, value: object): string {
  const { t } = words
  if (Array.isArray(value))
    return value.map((one: unknown) => valueText(words, field, one)).join(t('logEntry.separator'))
  if (isCut(value)) {
    const names = valueText(words, field, value.first)
    return value.count > value.first.length ? t('logEntry.cut', { names, n: value.count }) : names
  }
  if (isProxy(value)) return proxyText(t, value)
  return factsText(words, { ...value })
}

const isBlank = (value: unknown): boolean => value === undefined || value === null || value === ''

/** A value as the console shows it: people, phones, shops and groups by name, codes in words, times as everywhere. */
export function valueText(words: Words, field: string, value: unknown): string {
  if (isBlank(value)) return '—'
  if (typeof value === 'string') return Object.hasOwn(worded, field) ? (worded[field]?.(words, value) ?? value) : value
  if (typeof value === 'boolean') return words.t(value ? 'logEntry.yes' : 'logEntry.no')
  if (typeof value === 'number') return numberText(words, field, value)
  return (typeof value === 'object' && value !== null && objectText(words, field, value)) || '—'
}
