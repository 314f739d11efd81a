import type { TFunction } from 'i18next'
import { i18n, speakOf } from '../i18n/i18n.ts'

/** Blueprint's own words, which can't be given to it, by the names of what says the same in the operator's language. */
const words = {
  Close: 'widgets.close',
  'Open dropdown': 'widgets.dropdown',
  'Open sub menu': 'widgets.subMenu',
  'Date picker shortcuts': 'widgets.shortcuts',
  'Month: ': 'widgets.month',
  'Year: ': 'widgets.year',
  'Go to previous month': 'widgets.previousMonth',
  'Go to next month': 'widgets.nextMonth',
  'Remove tag': 'widgets.removeTag',
  'Clear selected items': 'widgets.clearAll',
  loading: 'widgets.loading',
  increment: 'widgets.increment',
  decrement: 'widgets.decrement',
} as const

type Word = keyof typeof words

const isWord = (text: string | null): text is Word => text !== null && Object.hasOwn(words, text)

/** What stands in an attribute of an element, or is the title of a drawing. */
type Place = Attr | Text

/** Blueprint's words on the page, as long as they stand there. */
const found = new Map<Place, Word>()

function write(place: Place, word: Word): void {
  const t: TFunction = i18n.getFixedT(i18n.language)
  place.nodeValue = t(words[word])
}

const isThere = (place: Place): boolean => (place instanceof Attr ? place.ownerElement : place)?.isConnected === true

/** None of them in rows, which have words of their own: a shop may be called “Close”. */
const placesIn = (element: Element): readonly (Place | null | undefined)[] =>
  (element.closest('[role=grid]')
    ? []
    : [element, ...element.querySelectorAll('[aria-label], [title], svg title')]
  ).flatMap((one) => [
    one.getAttributeNode('aria-label'),
    one.getAttributeNode('title'),
    one.tagName === 'title' && one.firstChild instanceof Text ? one.firstChild : null,
  ])

async function look(elements: readonly Element[]): Promise<void> {
  const fresh = new Map<Place, Word>()
  for (const place of elements.flatMap(placesIn)) {
    const text = place?.nodeValue ?? null
    if (place && isWord(text)) fresh.set(place, text)
  }
  if (fresh.size === 0) return
  for (const place of found.keys()) if (!isThere(place)) found.delete(place)
  for (const [place, word] of fresh) found.set(place, word)
  try {
    await speakOf('widgets')
  } catch {
    return // Blueprint's stay.
  }
  for (const [place, word] of fresh) write(place, word)
}

/** Words what Blueprint adds to the page as the console speaks, also when that changes. */
export function wordWidgets(page: HTMLElement): void {
  const added = new MutationObserver((changes) => {
    void look(changes.flatMap(({ addedNodes }) => [...addedNodes].filter((node) => node instanceof Element)))
  })
  added.observe(page, { childList: true, subtree: true })
  i18n.on('languageChanged', () => {
    for (const [place, word] of found) write(place, word)
  })
  void look([page])
}
