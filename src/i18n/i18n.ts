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

/** Texts by whom they are for, or what they are about. */
const parts = {
  everybody: { en: async () => (await import('../../texts/en/signed-out.ts')).signedOut },
  'signed in': {
    'zh-CN': async () => (await import('../../texts/zh-CN/signed-in.ts')).signedIn,
    en: async () => (await import('../../texts/en/signed-in.ts')).signedIn,
  },
  importing: {
    'zh-CN': () => import('../../texts/zh-CN/importing.ts'),
    en: () => import('../../texts/en/importing.ts'),
  },
  boxes: { 'zh-CN': () => import('../../texts/zh-CN/boxes.ts'), en: () => import('../../texts/en/boxes.ts') },
  events: { 'zh-CN': () => import('../../texts/zh-CN/events.ts'), en: () => import('../../texts/en/events.ts') },
  finding: { 'zh-CN': () => import('../../texts/zh-CN/finding.ts'), en: () => import('../../texts/en/finding.ts') },
  'first steps': {
    'zh-CN': () => import('../../texts/zh-CN/first-steps.ts'),
    en: () => import('../../texts/en/first-steps.ts'),
  },
  'log screen': {
    'zh-CN': () => import('../../texts/zh-CN/log-screen.ts'),
    en: () => import('../../texts/en/log-screen.ts'),
  },
  outcomes: { 'zh-CN': () => import('../../texts/zh-CN/outcomes.ts'), en: () => import('../../texts/en/outcomes.ts') },
  printing: { 'zh-CN': () => import('../../texts/zh-CN/printing.ts'), en: () => import('../../texts/en/printing.ts') },
  pushing: { 'zh-CN': () => import('../../texts/zh-CN/pushing.ts'), en: () => import('../../texts/en/pushing.ts') },
  recordings: {
    'zh-CN': () => import('../../texts/zh-CN/recordings.ts'),
    en: () => import('../../texts/en/recordings.ts'),
  },
  remote: { 'zh-CN': () => import('../../texts/zh-CN/remote.ts'), en: () => import('../../texts/en/remote.ts') },
  reports: { 'zh-CN': () => import('../../texts/zh-CN/reports.ts'), en: () => import('../../texts/en/reports.ts') },
  schedules: {
    'zh-CN': () => import('../../texts/zh-CN/schedules.ts'),
    en: () => import('../../texts/en/schedules.ts'),
  },
  scripts: { 'zh-CN': () => import('../../texts/zh-CN/scripts.ts'), en: () => import('../../texts/en/scripts.ts') },
  shortcuts: {
    'zh-CN': () => import('../../texts/zh-CN/shortcuts.ts'),
    en: () => import('../../texts/en/shortcuts.ts'),
  },
  widgets: { 'zh-CN': () => import('../../texts/zh-CN/widgets.ts'), en: () => import('../../texts/en/widgets.ts') },
} satisfies Record<string, Partial<Record<Language, () => Promise<object>>>>

export type Part = keyof typeof parts

/** Undefined until it has been said which. */
let spoken: Language | undefined
/** What was fetched last, or is being. */
let coming: Language = 'zh-CN'
const wanted = new Set<Part>(['everybody'])
const fetched = new Set<() => Promise<object>>()

/** Fetches what is wanted of a language, and what is wanted of it meanwhile. */
async function fetchWanted(language: Language): Promise<void> {
  const fetchOne = async (part: Partial<Record<Language, () => Promise<object>>>) => {
    const load = part[language]
    if (load === undefined || fetched.has(load)) return
    i18n.addResourceBundle(language, 'translation', await load(), true)
    fetched.add(load)
  }
  const { size } = wanted
  await Promise.all(Array.from(wanted, (name) => fetchOne(parts[name])))
  if (wanted.size > size) await fetchWanted(language)
}

/** Fetches what is wanted of a language that is to be spoken; rejects when it can't be. */
export function fetchTexts(language: Language): Promise<void> {
  coming = language
  return fetchWanted(language)
}

/** Speaks this language from now on, whose texts are there. */
export function speak(language: Language): void {
  spoken = language
  void i18n.changeLanguage(language)
  document.documentElement.lang = language
}

/** Fetches what is said of this, or to these, too; rejects when it can't be. */
export function speakOf(part: Part): Promise<void> {
  wanted.add(part)
  return fetchWanted(spoken ?? coming)
}
