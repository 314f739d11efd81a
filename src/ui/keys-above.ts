/**
 * A button that is busy, or gone, leaves the focus to the page, where a dialog above it hears no key. Keys that then come to
 * the page go to what was opened last and holds the focus: Tab goes on from its beginning, Escape closes it.
 */
export function bringKeysAbove(page: Document): void {
  page.addEventListener(
    'keydown',
    (event) => {
      if (event.target !== page.body) return
      const above = [...page.querySelectorAll<HTMLElement>('.bp6-overlay-start-focus-trap')].at(-1)
      if (above === undefined) return
      above.focus({ preventScroll: true })
      if (event.key !== 'Escape') return
      event.stopImmediatePropagation()
      event.preventDefault()
      above.dispatchEvent(new KeyboardEvent(event.type, event))
    },
    { capture: true },
  )
}
