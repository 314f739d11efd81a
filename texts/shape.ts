/** Chinese counts in one form; English tells one from several. */
type InEnglish<Key> = Key extends `${infer Name}_other` ? `${Name}_${'one' | 'other'}` : Key

/** Texts with the same keys, whatever they say: `export const table = {…} satisfies Shape<typeof chinese>`. */
export type Shape<Texts> = {
  readonly [Key in keyof Texts as InEnglish<Key>]: Texts[Key] extends string ? string : Shape<Texts[Key]>
}
