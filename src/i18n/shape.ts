/** Texts with the same keys, whatever they say: `export const table = {…} satisfies Shape<typeof chinese>`. */
export type Shape<Texts> = { readonly [Key in keyof Texts]: Texts[Key] extends string ? string : Shape<Texts[Key]> }
