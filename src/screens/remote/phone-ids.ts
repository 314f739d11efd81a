const id = /^[1-9]\d{0,14}$/

/** The phones that an address names: `1,2,3`. What is no id is passed over, and none is named twice. */
export const phoneIds = (list: string | null): readonly number[] => [
  ...new Set((list ?? '').split(',').flatMap((part) => (id.test(part.trim()) ? [Number(part)] : []))),
]

/** The phone that a desk's address names; undefined where it names none. */
export const deviceOf = (search: string): number | undefined => phoneIds(new URLSearchParams(search).get('id'))[0]
