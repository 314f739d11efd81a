/**
 * Keys that come to the page while something stands above it that holds the focus: a button that is busy, or gone, leaves the focus to
 * the page itself, and a menu takes it a moment after it is drawn. They go to what was opened last: Tab goes on from its beginning,
 * Escape closes it, whatever of the page still has the focus.
 */
export function bringKeysAbove(page: Document): void {
  page.addEventListener(
    'keydown',
    (event) => {
      const { key, target } = event
      const isBelow = target instanceof Element && target.closest('.bp6-portal') === null
      if (target !== page.body && !(key === 'Escape' && isBelow)) return
      const above = [...page.querySelectorAll<HTMLElement>('.bp6-portal .bp6-overlay-start-focus-trap')].at(-1)
      if (above === undefined) return
      above.focus({ preventScroll: true })
      if (key !== 'Escape') return
      event.stopImmediatePropagation()
      event.preventDefault()
      above.dispatchEvent(new KeyboardEvent(event.type, event))
    },
    { capture: true },
  )
}
