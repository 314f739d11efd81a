import { CommandError } from '../command.ts'
import { HOME_PACKAGE } from '../../system/packages.ts'
import type { PhoneSystem } from '../phone-system.ts'

/** What `am` and `cmd package` are asked to do, as Android's shell commands take it. */
export interface Intent {
  action?: string
  categories: string[]
  data?: string
  type?: string
  flags: number
  /** Only its activities come into question. */
  package?: string
  /** `package/class`, the class as it was given. */
  component?: string
  hasExtras: boolean
}

const EXTRAS_WITH_VALUE = new Set(
  'e es ez ei el ef ed eu ecn eia eial ela elal efa efal eda edal esa esal'.split(' ').map((name) => `-${name}`),
)
/** Options that take one value, of the letters and of the words that are no extras. */
const LETTERS_WITH_VALUE = new Set('-a -d -t -i -c -n -p -f -P -R'.split(' '))
const WORDS_WITH_VALUE = new Set(
  'query-flags user display windowingMode activityType task stack start-profiler sampling attach-agent attach-agent-bind receiver-permission'
    .split(' ')
    .map((name) => `--${name}`),
)

/**
 * Reads an intent and the options around it, which are answered without their values. What is no option is a URI, a
 * component or a package. Throws CommandError.
 */
export function readIntent(args: string[]): { intent: Intent; options: Set<string> } {
  const intent: Intent = { categories: [], flags: 0, hasExtras: false }
  const options = new Set<string>()
  const queue = [...args]
  const next = (option: string): string => {
    const value = queue.shift()
    if (value === undefined) throw new CommandError(`Error: Argument expected after "${option}"`, 255)
    return value
  }
  for (let option = queue.shift(); option !== undefined; option = queue.shift()) {
    if (!option.startsWith('-')) {
      readOperand(intent, option)
      continue
    }
    if (option === '--esn' || EXTRAS_WITH_VALUE.has(option.replace(/^--/, '-'))) {
      next(option)
      if (option !== '--esn') next(option)
      intent.hasExtras = true
      continue
    }
    options.add(option)
    if (!LETTERS_WITH_VALUE.has(option) && !WORDS_WITH_VALUE.has(option)) continue
    const value = next(option)
    if (option === '-a') intent.action = value
    else if (option === '-c') intent.categories.push(value)
    else if (option === '-d') intent.data = value
    else if (option === '-t') intent.type = value
    else if (option === '-p') intent.package = value
    else if (option === '-f') intent.flags = Number(value)
    else if (option === '-n') intent.component = component(value)
  }
  return { intent, options }
}

function readOperand(intent: Intent, operand: string): void {
  if (operand.includes(':')) {
    intent.data = operand
    intent.action ??= VIEW
    return
  }
  if (operand.includes('/')) intent.component = component(operand)
  else intent.package = operand
  intent.action ??= MAIN
  if (intent.categories.length === 0) intent.categories.push(LAUNCHER)
}

function component(text: string): string {
  if (!/^[^/]+\/[^/]+$/.test(text)) throw new CommandError(`Error: Bad component name: ${text}`, 255)
  return text
}

/** As Android's `Intent.toString` writes one: of the data no more than where they are. */
export function showIntent({ action, categories, data, type, flags, ...intent }: Intent): string {
  const fields = [
    action !== undefined && `act=${action}`,
    categories.length > 0 && `cat=[${categories.join(',')}]`,
    data !== undefined && `dat=${safely(data)}`,
    type !== undefined && `typ=${type}`,
    flags !== 0 && `flg=0x${flags.toString(16)}`,
    intent.package !== undefined && `pkg=${intent.package}`,
    intent.component !== undefined && `cmp=${shortComponent(intent.component)}`,
    intent.hasExtras && '(has extras)',
  ]
  return `Intent { ${fields.filter((field) => field !== false).join(' ')} }`
}

/** `Uri.toSafeString`: numbers and names are crossed out, and paths left out. */
function safely(uri: string): string {
  const [, scheme, rest = ''] = /^([A-Za-z][\w+.-]*):(.*)$/s.exec(uri) ?? []
  if (scheme === undefined) return ''
  if (/^(tel|sip|sms|smsto|mailto|nfc)$/i.test(scheme)) return `${scheme}:${rest.replaceAll(/[^-@.]/g, 'x')}`
  const [, authority] = /^\/\/(?:[^/?#@]*@)?([^/?#]*)/.exec(rest) ?? []
  if (authority !== undefined) return `${scheme}://${authority}/...`
  return rest.startsWith('/') ? `${scheme}:/...` : `${scheme}:`
}

/** The package of a component, and its class with the package in front. */
export function partsOf(name: string): { packageName: string; className: string } {
  const [packageName = '', className = ''] = name.split('/')
  return { packageName, className: className.startsWith('.') ? packageName + className : className }
}

/** A component with its class as short as can be. */
export function shortComponent(name: string): string {
  const { packageName, className } = partsOf(name)
  return `${packageName}/${className.startsWith(`${packageName}.`) ? className.slice(packageName.length) : className}`
}

const MAIN = 'android.intent.action.MAIN'
const VIEW = 'android.intent.action.VIEW'
const HOME = 'android.intent.category.HOME'
const LAUNCHER = 'android.intent.category.LAUNCHER'

/** The activity of an app that the home screen opens; every app of this phone has but that one. */
export const mainActivity = (packageName: string): string => `${packageName}/.MainActivity`

/** The activity that an intent without a component leads to; undefined where there is none. */
export function resolveActivity(intent: Intent, { packages }: PhoneSystem): string | undefined {
  const handler = handlerOf(intent)
  const name = intent.package ?? handler
  if (name === undefined || !packages.get(name)?.enabled) return undefined
  const opens = isOpening(intent) && packages.isLaunchable(name)
  return name === handler || opens ? mainActivity(name) : undefined
}

/** What the home screen sends to an app. */
const isOpening = ({ action = MAIN, categories, data }: Intent): boolean =>
  action === MAIN && data === undefined && categories.every((category) => category === LAUNCHER)

/** The package that takes an intent which names none. */
function handlerOf({ action = '', categories, data = '' }: Intent): string | undefined {
  if (action === VIEW && /^https?:/i.test(data)) return 'com.phonedeck.browser'
  if (/^android\.settings\.(\w+_)?SETTINGS$/.test(action)) return 'com.android.settings'
  return action === MAIN && categories.includes(HOME) ? HOME_PACKAGE : undefined
}
