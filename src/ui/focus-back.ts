/** Where all that opens above a screen is drawn, each in one of its own. */
const layers = '.bp6-portal'
/** What has the focus for a moment only, until what opens is there. */
const passing = '[data-passing]'

/** What was opened from here, nearest first: the element, and what it stands in. */
type Places = readonly HTMLElement[]

/**
 * What opens above a screen takes the focus, and gives it back as it goes: to what it was opened from or, where that is gone too, to
 * the list or the screen that it stood in. Blueprint leaves it to the page, from whose end Tab would go on.
 */
export function bringFocusBack(page: Document): void {
  const openers = new WeakMap<Element, Places>()
  const main = (): Places => [...page.querySelectorAll<HTMLElement>('#main')]
  let last: { places: Places; layer: Element | null } | undefined

  page.addEventListener('focusin', ({ target }) => {
    if (!(target instanceof HTMLElement) || target.matches(passing)) return
    const layer = target.closest(layers)
    // From a layer above it the focus only comes back.
    const isOpened = layer !== null && last?.layer !== layer
    if (isOpened && (!last?.layer || !openers.has(layer))) openers.set(layer, last?.places ?? main())
    const around = ['[role=grid]', layers].flatMap((each) => target.closest<HTMLElement>(each) ?? [])
    last = { places: [target, ...around, ...((layer && openers.get(layer)) ?? main())], layer }
  })

  const gone = (node: Node) => {
    if (page.activeElement !== page.body || !(node instanceof Element)) return
    for (const place of openers.get(node) ?? []) {
      const goal = place.querySelector<HTMLElement>(':scope > .bp6-overlay-start-focus-trap') ?? place
      goal.focus({ preventScroll: true })
      if (page.activeElement === goal) return
    }
  }
  new MutationObserver((changes) => {
    for (const { removedNodes } of changes) removedNodes.forEach(gone)
  }).observe(page.body, { childList: true })
}
