import type { everything } from './zh-CN/everything.ts'

export type Language = 'zh-CN' | 'en'

/** Everything that the product says: complete in Chinese. */
export type Texts = typeof everything

declare module 'i18next' {
  interface CustomTypeOptions {
    defaultNS: 'translation'
    resources: { translation: Texts }
  }
}

/** What is said in several forms has one name: `unit` for `unit_other`. */
type NameOf<Key extends string> = Key extends `${infer Name}_other` ? Name : Key

/** The names of texts, as in `field.name`. */
type KeysOf<Part, Path extends string = ''> = {
  [Key in keyof Part & string]: Part[Key] extends string ? `${Path}${NameOf<Key>}` : KeysOf<Part[Key], `${Path}${Key}.`>
}[keyof Part & string]

/** The name of a text, as in `devices.field.name`. */
export type TextKey = KeysOf<Texts>
