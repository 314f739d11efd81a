import type { BrowserContext, Page } from 'playwright'

/** What an operator does with hands; docs/workdays.md says what counts as what. */
export interface Steps {
  clicks: number
  keys: number
  fields: number
}

/** Counts what the browser itself hears from hands, in every page that a context opens afterwards. */
export class StepCounter {
  #taken: Steps = { clicks: 0, keys: 0, fields: 0 }

  static async of(context: BrowserContext): Promise<StepCounter> {
    const counter = new StepCounter()
    await context.exposeBinding('countStep', (_source, kind: keyof Steps) => {
      counter.#taken[kind] += 1
    })
    await context.addInitScript(listen)
    return counter
  }

  begin(): void {
    this.#taken = { clicks: 0, keys: 0, fields: 0 }
  }

  /** Since it began. */
  async taken(page: Page): Promise<Steps> {
    await page.evaluate(() => undefined) // What was heard before has arrived by then.
    return { ...this.#taken }
  }
}

/** Runs in the page, and hears everything before the page does. */
function listen(): void {
  // The binding, which Playwright puts there.
  const { countStep } = window as unknown as { countStep: (kind: keyof Steps) => void }
  const ofText = 'textarea, [contenteditable], input:not([type=checkbox], [type=radio], [type=file])'
  const isOfText = (target: EventTarget | null) => target instanceof Element && target.matches(ofText)
  /** What was typed into last, until the hands go elsewhere. */
  let field: EventTarget | null = null
  const count = (kind: keyof Steps) => {
    field = null
    countStep(kind)
  }
  const onPointerDown = ({ isTrusted }: Event) => {
    if (isTrusted) count('clicks')
  }
  const onKeyDown = ({ isTrusted, repeat, key, target, ctrlKey, metaKey, altKey }: KeyboardEvent) => {
    if (!isTrusted || repeat || ['Shift', 'Control', 'Alt', 'Meta'].includes(key)) return
    const isLetter = key.length === 1 && !ctrlKey && !metaKey && !altKey
    if (!isLetter || !isOfText(target)) count('keys')
  }
  const onInput = ({ isTrusted, target }: Event) => {
    if (!isTrusted || !isOfText(target) || target === field) return
    count('fields')
    field = target
  }
  // What the system itself draws is not of the page: the list of a select is opened and picked from; a file is picked in a window.
  const onChange = ({ target }: Event) => {
    if (target instanceof HTMLSelectElement) {
      count('clicks')
      count('clicks')
    }
    if (target instanceof HTMLInputElement && target.type === 'file') count('clicks')
  }
  document.addEventListener('pointerdown', onPointerDown, true)
  document.addEventListener('keydown', onKeyDown, true)
  document.addEventListener('input', onInput, true)
  document.addEventListener('change', onChange, true)
}
