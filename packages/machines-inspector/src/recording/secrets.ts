import { mask, type SecretNames } from './secret-names.ts'

/** A secret that is shorter is masked where it stands by itself; looked for in words, it would be found everywhere. */
const shortestInWords = 6

const isMask = (text: string): boolean => text.startsWith(mask) && /^\d+$/.test(text.slice(mask.length))

function decoded(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return text // A percent sign of its own.
  }
}

const escaped = (text: string): string => text.replaceAll(/[$()*+.?[\\\]^{|}]/g, String.raw`\$&`)

/**
 * The secrets that a recording must not hold. Each gets a mask with a number of its own, the same wherever it stands, so that what
 * was the same stays the same: whether two passwords are alike is what a form asks.
 */
export class Secrets {
  readonly #names: SecretNames
  readonly #numbers = new Map<string, number>()
  readonly #seen = new WeakSet()
  readonly #secretWholes = new WeakSet()
  #known: RegExp | undefined

  constructor(names: SecretNames) {
    this.#names = names
  }

  /** Whether a pair is a name and a secret, as maps and lists of headers have them. */
  isPair(items: readonly unknown[]): boolean {
    const [name] = items
    return items.length === 2 && typeof name === 'string' && this.#names.has(name)
  }

  /**
   * Whether a field of an object is a secret: by its own name; or as the `value` of what has a secret's name, be it in the object, as rows
   * of headers have it, or around it. Whatever else is said of a secret is none: that a password is too short.
   */
  isSecret(object: Readonly<Record<string, unknown>>, field: string, isAround: boolean): boolean {
    if (field !== 'value') return this.#names.has(field)
    const named = object.name ?? object.field ?? object.key
    return isAround || (typeof named === 'string' && this.#names.has(named))
  }

  /** Whether the words in a field are left out, whatever they are. */
  isWithheld(object: Readonly<Record<string, unknown>>, field: string): boolean {
    return this.#names.withholds(field, object)
  }

  /** Notes the secrets in what is to be written. */
  learn(value: unknown, isSecret = false): void {
    if (typeof value === 'string') return isSecret ? this.#note(value) : this.#learnWords(value)
    if (typeof value !== 'object' || value === null) return
    if (!isSecret && this.#seen.has(value)) return
    // What is secret as a whole may stand in another place, where it was not known to be.
    if (isSecret && this.#isWithin(value)) return
    this.#seen.add(value)
    if (value instanceof Map || value instanceof Set) return this.learn([...value], isSecret)
    if (Array.isArray(value)) {
      const isPair = this.isPair(value)
      for (const [at, item] of value.entries()) this.learn(item, isSecret || (isPair && at === 1))
      return
    }
    if (value instanceof Error) this.learn(value.message, isSecret)
    else if (!isPlain(value)) return
    const fields = value as Record<string, unknown>
    for (const [name, field] of Object.entries(fields)) {
      this.#learnWords(name)
      this.learn(field, this.isSecret(fields, name, isSecret))
    }
  }

  /** Guards against circles in what is secret as a whole, where nothing is passed over for having been seen. */
  #isWithin(value: object): boolean {
    if (this.#secretWholes.has(value)) return true
    this.#secretWholes.add(value)
    return false
  }

  /** The secret's mask; an empty one is none. */
  maskOf(secret: string): string {
    if (secret === '' || isMask(secret)) return secret
    this.#note(secret)
    const number = this.#numbers.get(secret.trim())
    return number === undefined ? secret : `${mask}${number}`
  }

  /** Words without the secrets in them. */
  masked(words: string): string {
    const whole = this.#numbers.get(words)
    if (whole !== undefined) return `${mask}${whole}`
    let without = words
    for (const place of this.#names.inWords)
      without = without.replace(place, (_, before: string, secret: string) => before + this.maskOf(decoded(secret)))
    this.#known ??= this.#pattern()
    return without.replace(this.#known, (secret) => this.maskOf(decoded(secret)))
  }

  #learnWords(words: string): void {
    for (const place of this.#names.inWords)
      for (const [, , secret = ''] of words.matchAll(place)) this.#note(decoded(secret))
  }

  #note(secret: string): void {
    // As forms take it: with or without the blanks around it, it is the same.
    const bare = secret.trim()
    if (bare === '' || isMask(bare) || this.#numbers.has(bare)) return
    this.#numbers.set(bare, this.#numbers.size + 1)
    this.#known = undefined
    // A line of cookies: each of them is one.
    for (const [, cookie = ''] of bare.matchAll(/[^\s;=]+=([^\s;]{8,})/g)) this.#note(cookie)
  }

  /** Every secret that is long enough to be looked for in words, also as addresses write it. */
  #pattern(): RegExp {
    const long = [...this.#numbers.keys()]
      .flatMap((secret) => (secret.length < shortestInWords ? [] : [secret, encodeURIComponent(secret)]))
      .toSorted((a, b) => b.length - a.length)
    return long.length === 0 ? /(?!)/g : new RegExp([...new Set(long)].map(escaped).join('|'), 'g')
  }
}

/** Arrays and objects as they are written down. */
export function isPlain(value: object): boolean {
  const prototype: unknown = Object.getPrototypeOf(value)
  return Array.isArray(value) || prototype === Object.prototype || prototype === null
}
