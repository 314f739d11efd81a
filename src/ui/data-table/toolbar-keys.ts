const stops = 'button:not(:disabled), input:not(:disabled), a[href]'

/** Whether the key moves the caret of a field rather than leads out of it. */
function staysIn(field: HTMLElement, step: number): boolean {
  if (!(field instanceof HTMLInputElement) || field.selectionStart === null) return false
  if (field.selectionStart !== field.selectionEnd) return true
  return field.selectionEnd !== (step > 0 ? field.value.length : 0)
}

const stepOf = (key: string) => (key === 'ArrowRight' ? 1 : key === 'ArrowLeft' ? -1 : 0)

/**
 * Makes of what an element holds one stop of the Tab key, as a toolbar has it: ← and → lead from one to the next, Home and End to the
 * first and the last, ↓ on into the rows.
 */
export function toolbarKeys(bar: HTMLElement, enterRows: () => void, signal: AbortSignal): void {
  let current: HTMLElement | undefined
  const all = () => [...bar.querySelectorAll<HTMLElement>(stops)]
  const settle = () => {
    const each = all()
    const at = each.find((one) => one === document.activeElement)
    current = at ?? each.find((one) => one === current) ?? each[0]
    for (const one of each) one.tabIndex = one === current ? 0 : -1
  }
  const goalOf = (key: string, from: HTMLElement): HTMLElement | undefined => {
    const each = all()
    const step = stepOf(key)
    if (step !== 0) return staysIn(from, step) ? undefined : each[each.indexOf(from) + step]
    if (from instanceof HTMLInputElement) return undefined
    return key === 'Home' ? each[0] : key === 'End' ? each.at(-1) : undefined
  }
  const obey = (event: KeyboardEvent) => {
    const { key, target } = event
    const isChord = event.altKey || event.ctrlKey || event.metaKey || event.shiftKey
    if (event.defaultPrevented || event.isComposing || isChord || !(target instanceof HTMLElement)) return
    if (target.getAttribute('aria-expanded') === 'true') return // The keys are those of what it has opened.
    const goal = key === 'ArrowDown' ? undefined : goalOf(key, target)
    if (key !== 'ArrowDown' && goal === undefined) return
    event.preventDefault()
    if (goal === undefined) enterRows()
    else goal.focus()
  }
  // What a filter shows comes and goes: a new button is no stop of its own.
  const watch = new MutationObserver(settle)
  watch.observe(bar, { childList: true, subtree: true, attributeFilter: ['disabled'] })
  signal.addEventListener('abort', () => watch.disconnect())
  bar.addEventListener('focusin', settle, { signal })
  bar.addEventListener('keydown', obey, { signal })
  settle()
}
