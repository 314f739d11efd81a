import { createInstance } from 'i18next'
import type { Language } from '../../texts/catalogue.ts'
import { signedOut } from '../../texts/zh-CN/signed-out.ts'

/** What the console says, in the operator's language. What Chinese says before sign-in comes with the console. */
export const i18n = createInstance()

void i18n.init({
  lng: 'zh-CN',
  fallbackLng: 'zh-CN',
  resources: { 'zh-CN': { translation: signedOut } },
  initAsync: false,
  interpolation: { escapeValue: false }, // React escapes.
})

// Whole numbers are grouped alike in both languages. The browser's own formatter takes its time to come.
i18n.services.formatter?.add('number', (n: number, language) =>
  Number.isSafeInteger(n) ? String(n).replaceAll(/\B(?=(?:\d{3})+$)/g, ',') : new Intl.NumberFormat(language).format(n),
)

/** Whom or what texts are for. */
type Audience =
  | 'everybody'
  | 'signed in'
  | 'importing'
  | 'events'
  | 'outcomes'
  | 'schedules'
  | 'first steps'
  | 'printing'
  | 'pushing'
  | 'recordings'

interface Part {
  language: Language
  audience: Audience
  load: () => Promise<object>
}

/** What has not been fetched yet. */
let missing: readonly Part[] = [
  {
    language: 'zh-CN',
    audience: 'signed in',
    load: async () => (await import('../../texts/zh-CN/signed-in.ts')).signedIn,
  },
  { language: 'zh-CN', audience: 'importing', load: () => import('../../texts/zh-CN/importing.ts') },
  { language: 'zh-CN', audience: 'events', load: () => import('../../texts/zh-CN/events.ts') },
  { language: 'zh-CN', audience: 'first steps', load: () => import('../../texts/zh-CN/first-steps.ts') },
  { language: 'zh-CN', audience: 'outcomes', load: () => import('../../texts/zh-CN/outcomes.ts') },
  { language: 'zh-CN', audience: 'printing', load: () => import('../../texts/zh-CN/printing.ts') },
  { language: 'zh-CN', audience: 'pushing', load: () => import('../../texts/zh-CN/pushing.ts') },
  { language: 'zh-CN', audience: 'recordings', load: () => import('../../texts/zh-CN/recordings.ts') },
  { language: 'zh-CN', audience: 'schedules', load: () => import('../../texts/zh-CN/schedules.ts') },
  {
    language: 'en',
    audience: 'everybody',
    load: async () => (await import('../../texts/en/signed-out.ts')).signedOut,
  },
  { language: 'en', audience: 'signed in', load: async () => (await import('../../texts/en/signed-in.ts')).signedIn },
  { language: 'en', audience: 'importing', load: () => import('../../texts/en/importing.ts') },
  { language: 'en', audience: 'events', load: () => import('../../texts/en/events.ts') },
  { language: 'en', audience: 'first steps', load: () => import('../../texts/en/first-steps.ts') },
  { language: 'en', audience: 'outcomes', load: () => import('../../texts/en/outcomes.ts') },
  { language: 'en', audience: 'printing', load: () => import('../../texts/en/printing.ts') },
  { language: 'en', audience: 'pushing', load: () => import('../../texts/en/pushing.ts') },
  { language: 'en', audience: 'recordings', load: () => import('../../texts/en/recordings.ts') },
  { language: 'en', audience: 'schedules', load: () => import('../../texts/en/schedules.ts') },
]

let wantedLanguage: Language = 'zh-CN'
const audiences = new Set<Audience>(['everybody'])

/** Fetches what is wanted of the wanted language; rejects when it can't be. */
async function fetchTexts(): Promise<void> {
  const language = wantedLanguage
  const parts = missing.filter((part) => part.language === language && audiences.has(part.audience))
  await Promise.all(parts.map(async ({ load }) => i18n.addResourceBundle(language, 'translation', await load(), true)))
  missing = missing.filter((part) => !parts.includes(part))
}

/** Speaks this language from now on; rejects when its texts can't be fetched. */
export async function speak(language: Language): Promise<void> {
  wantedLanguage = language
  await fetchTexts()
  await i18n.changeLanguage(language)
  document.documentElement.lang = language
}

function speakTo(audience: Audience): Promise<void> {
  audiences.add(audience)
  return fetchTexts()
}

/** Fetches what is said to those who have signed in, too; rejects when it can't be. */
export const speakToSignedIn = (): Promise<void> => speakTo('signed in')

/** Fetches what is said about the import of files, too; rejects when it can't be. */
export const speakOfImporting = (): Promise<void> => speakTo('importing')

/** Fetches what is said of what has happened, too; rejects when it can't be. */
export const speakOfEvents = (): Promise<void> => speakTo('events')

/** Fetches what is said of jobs, whom they interrupt and what wants one, too; rejects when it can't be. */
export const speakOfOutcomes = (): Promise<void> => speakTo('outcomes')

/** Fetches what is said of when timed tasks run, too; rejects when it can't be. */
export const speakOfSchedules = (): Promise<void> => speakTo('schedules')

/** Fetches what is said to those who begin, too; rejects when it can't be. */
export const speakOfFirstSteps = (): Promise<void> => speakTo('first steps')

/** Fetches what stands on a printed report, too; rejects when it can't be. */
export const speakOfPrinting = (): Promise<void> => speakTo('printing')

/** Fetches what is said of the notifications of the browser, too; rejects when it can't be. */
export const speakOfPushing = (): Promise<void> => speakTo('pushing')

/** Fetches what is said of recordings and of problems that are reported, too; rejects when it can't be. */
export const speakOfRecordings = (): Promise<void> => speakTo('recordings')
