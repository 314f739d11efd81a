/** What a secret is called: a whole name, or a pattern that is part of one. */
export type SecretName = string | RegExp

/** Of which fields no text is kept: of those that are called so, or of some in some objects, as the text of what somebody typed. */
export type Withheld = string | ((object: Readonly<Record<string, unknown>>, field: string) => boolean)

/** What is called so anywhere is a secret, in whatever application. */
const usual = ['token', 'password', 'passwd', 'secret', 'cookie', 'api[-_]?key', 'authorization$']

const escaped = (text: string): string => text.replaceAll(/[$()*+.?[\\\]^{|}]/g, String.raw`\$&`)

/** The names of an application's secrets: the usual ones, and those of its own. */
export class SecretNames {
  readonly #wholes: ReadonlySet<string>
  readonly #parts: RegExp
  readonly #withheld: ReadonlySet<string>
  readonly #withheldIn: readonly Exclude<Withheld, string>[]
  /** Where a secret stands in words: as a parameter or a cookie, in JSON, in a header, in an address before its host. */
  readonly inWords: readonly RegExp[]

  /** What is called by a `withheld` name is no secret by itself, but may hold some that nobody knows: its structure stays, its words go. */
  constructor(own: readonly SecretName[] = [], withheld: readonly Withheld[] = []) {
    this.#withheld = new Set(withheld.filter((one) => typeof one === 'string'))
    this.#withheldIn = withheld.filter((one) => typeof one === 'function')
    const wholes = own.filter((name) => typeof name === 'string')
    const parts = [...usual, ...own.flatMap((name) => (typeof name === 'string' ? [] : [`(?:${name.source})`]))]
    this.#wholes = new Set(wholes)
    this.#parts = new RegExp(parts.join('|'), 'i')
    const holding = parts.map((part) => part.replace(/\$$/, '')).join('|')
    const names = `(?:${[String.raw`[\w-]*(?:${holding})[\w-]*`, ...wholes.map(escaped)].join('|')})`
    this.inWords = [
      new RegExp(String.raw`(\b${names}=)([^\s&#;"'<>]+)`, 'gi'),
      new RegExp(String.raw`("${names}"\s*:\s*")((?:[^"\\]|\\.)+)`, 'gi'),
      new RegExp(String.raw`(\b(?:cookie|authorization|x-token)\s*:\s*)([^\r\n]+)`, 'gi'),
      /(\b(?:Bearer|Basic)\s+)([\w.~+/=-]+)/gi,
      /(:\/\/[^\s:/@]*:)([^\s@/]+)(?=@)/g,
    ]
  }

  /** Whether what is called so is a secret. */
  has(name: string): boolean {
    return this.#wholes.has(name) || this.#parts.test(name)
  }

  /** Whether the words in a field are left out. */
  withholds(field: string, object: Readonly<Record<string, unknown>> = {}): boolean {
    return this.#withheld.has(field) || this.#withheldIn.some((isWithheld) => isWithheld(object, field))
  }
}

/** Stands where a secret stood. */
export const mask = '••••••'

/** An empty secret is none, and whether there is one is worth knowing. */
export const hides = (value: unknown): boolean =>
  typeof value !== 'boolean' && typeof value !== 'number' && value !== '' && value !== undefined && value !== null
