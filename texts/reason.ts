import type { TFunction } from 'i18next'
import { isRecord } from '../domain/message-fields.ts'
import type { Reason, ReasonParam } from '../domain/reason.ts'
import type { TextKey, Texts } from './catalogue.ts'

type TextAt<Part, Path extends string> = Path extends `${infer Head}.${infer Tail}`
  ? Head extends keyof Part
    ? TextAt<Part[Head], Tail>
    : never
  : Path extends keyof Part
    ? Part[Path]
    : `${Path}_other` extends keyof Part
      ? Part[`${Path}_other`]
      : never

/** What stands between braces: `count, number` is the number `count`. */
type NameIn<Braced> = Braced extends `${infer Name},${string}` ? Name : Braced

type NamesIn<Text> = Text extends `${string}{{${infer Braced}}}${infer Rest}` ? NameIn<Braced> | NamesIn<Rest> : never

/** What a text speaks of. */
type ParamsOf<Key extends TextKey> = Record<NamesIn<TextAt<Texts, Key>> & string, ReasonParam>

/** A reason, by the name of its text, with all that the text speaks of. */
export const reason = <Key extends TextKey>(
  code: Key,
  ...[params]: NamesIn<TextAt<Texts, Key>> extends never ? [] : [params: ParamsOf<Key>]
): Reason => ({ code, params: params ?? {} })

/** A reason as it is kept and sent. */
interface GivenReason {
  readonly code: string
  readonly params: Readonly<Record<string, unknown>>
}

const isReason = (param: unknown): param is GivenReason =>
  isRecord(param) && typeof param.code === 'string' && isRecord(param.params)

/** A reason in words; none is empty. One that a newer program gave, and this one has no words for, is shown with all it has. */
export function reasonText(t: TFunction, reason: GivenReason | null): string {
  if (reason === null) return ''
  const words = (param: unknown): string => {
    if (Array.isArray(param)) return param.map(words).join(t('table.separator'))
    return isReason(param) ? reasonText(t, param) : String(param)
  }
  const said = Object.entries(reason.params).map(([name, param]) => [name, words(param)] as const)
  const { count } = reason.params
  const number = typeof count === 'number' ? { count } : undefined
  return t(reason.code as TextKey, {
    ...number,
    replace: { ...Object.fromEntries(said), ...number }, // Whatever it is called, it is no option of i18next.
    defaultValue: [reason.code, ...said.map(([, text]) => text)].join(' '),
  })
}
