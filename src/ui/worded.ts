import type { TFunction } from 'i18next'

const texts = new WeakMap<TFunction, Map<string, string>>()

/** What is worded in this language under this name, looked up once: cells are drawn far more often than words change. */
export function worded(t: TFunction, name: string, word: () => string): string {
  let known = texts.get(t)
  if (known === undefined) texts.set(t, (known = new Map()))
  let text = known.get(name)
  if (text === undefined) known.set(name, (text = word()))
  return text
}
