import type { Page } from 'playwright'
import { everything } from '../../../texts/en/everything.ts'
import { table as english } from '../../../texts/en/table.ts'
import { table as chinese } from '../../../texts/zh-CN/table.ts'
import type { Role } from '../../../domain/roles.ts'
import { isOpenTo } from './screens-of-roles.ts'

/** What an operator and a browser see of a page, at once. */
interface Seen {
  path: string
  isSignedIn: boolean
  /** What is read, but for what is shown as the code that it is. */
  text: string
  headings: number
  isBusy: boolean
  /** How far the page reaches beyond the window, in pixels. */
  overflow: number
  /** A dialog is open, and the keyboard is in what it covers. */
  isKeyboardCovered: boolean
  /** What its lists say of themselves. */
  facts: string[]
}

const look = (page: Page): Promise<Seen> =>
  page.evaluate(() => {
    const shownDialog = [...document.querySelectorAll('[role=dialog][aria-modal=true]')].some(
      (dialog) => dialog.getBoundingClientRect().width > 0,
    )
    const main = document.querySelector('main')
    const codes = [...document.querySelectorAll<HTMLElement>('code, pre')].map((code) => code.innerText)
    return {
      path: location.pathname,
      isSignedIn: /(?:^|; )token=./.test(document.cookie),
      text: codes.reduce((text, code) => text.replace(code, ''), document.body.innerText),
      headings: document.querySelectorAll('h1, h2, [role=heading], form').length,
      isBusy: document.querySelector('main [aria-busy=true]') !== null,
      overflow: document.documentElement.scrollWidth - innerWidth,
      isKeyboardCovered: shownDialog && main !== null && main.contains(document.activeElement),
      facts: [...document.querySelectorAll<HTMLElement>('[role=status] span')].map((fact) => fact.innerText.trim()),
    }
  })

/** Whether changes arrive by themselves, in both languages. */
const live = new Set<string>([chinese.live, english.live])
const notLive = new Set<string>([chinese.notLive, english.notLive])

/** Whether a list on the page says that its changes arrive by themselves. */
export const saysLive = async (page: Page): Promise<boolean> => (await look(page)).facts.some((fact) => live.has(fact))

/** Texts that nobody was to read: names of texts, and what programs write where something is missing. */
const namesOfTexts = Object.keys(everything)
/** What the operation log calls things, which it tells by their names. */
const kinds = Object.keys(everything.log.kinds).join('|')
const unworded = new RegExp(
  String.raw`\b(?:${namesOfTexts.join('|')})\.[a-z]\w*(?:\.\w+)*\b|\bundefined\b|\bNaN\b|\[object Object\]|Invalid Date|\{\{|\b(?:${kinds})s?:(?:\d+|\*)`,
)

interface Situation {
  role: Role
  complaints: readonly string[]
  /** While the network or the server is away, or was a moment ago. */
  isDisturbed: boolean
  /** It was ended elsewhere. */
  isSessionOver: boolean
}

/** What is wrong with what was seen; undefined where nothing is. */
function wrongWith(seen: Seen, { role, complaints, isDisturbed, isSessionOver }: Situation): string | undefined {
  const complaint = complaints.find((text) => !isRefusal(text) && !(isDisturbed && isOfNetwork(text)))
  if (complaint !== undefined) return `the browser complains: ${complaint}`
  if (isSessionOver && seen.path !== '/login') return 'the session has ended, and the page does not know'
  if (seen.isSignedIn === (seen.path === '/login'))
    return seen.isSignedIn ? 'who is signed in stands at /login' : `nobody is signed in, at ${seen.path}`
  if (!isOpenTo(role, seen.path)) return `${seen.path} is not for ${role}`
  const word = unworded.exec(seen.text)?.[0]
  if (word !== undefined) return `it reads "${word}"`
  if (seen.headings === 0) return 'the page is blank'
  if (seen.overflow > 0) return `the page reaches ${seen.overflow} px beyond the window`
  if (seen.isKeyboardCovered) return 'the keyboard is in what a dialog covers'
  if (seen.facts.some((fact) => notLive.has(fact))) return 'a list is not live, and stays so'
  return seen.isBusy ? 'it is busy for ever' : undefined
}

/** What Chromium itself says of a call that was not granted: what was written can not be so, a phone is gone or held. The page says it, too. */
const isRefusal = (text: string): boolean => /status of 40[049] .* \/api\/restful\//.test(text)

/** What Chromium itself says of a call, a socket or a file of the console that did not come through. */
const isOfNetwork = (text: string): boolean =>
  /net::ERR_|WebSocket connection to|WebSocket is already in|Failed to (?:load resource|fetch)|NetworkError|Unable to preload/.test(
    text,
  )

/** How long what heals may take, in milliseconds: SPEC §4's tries of the websocket, and the pages' own. */
const healing = 30_000

/** Sees that all is well with a page, sooner or later; answers what is not. */
export async function wrongOn(page: Page, situation: () => Situation): Promise<string | undefined> {
  const until = performance.now() + healing
  for (;;) {
    // A navigation that is under way leaves nothing to look at.
    const wrong = await look(page).then(
      (seen) => wrongWith(seen, situation()),
      (error: unknown) => `nothing is to be seen: ${String(error)}`,
    )
    if (wrong === undefined || wrong.startsWith('the browser') || performance.now() > until) return wrong
    await page.waitForTimeout(100)
  }
}
