import type { Page } from 'playwright'
import type { Target } from './step.ts'

/** A target and where it is to be hit. */
export interface Hit extends Target {
  isWritten: boolean
  x: number
  y: number
}

/**
 * What somebody could press or write in just now: what is enabled, in sight, and lies under nothing else. What leads out of the console, or
 * hands over a file, is left alone.
 */
export const targetsOn = (page: Page): Promise<Hit[]> =>
  page.evaluate(() => {
    const wanted =
      'button, a[href], input, textarea, select, summary, [role=menuitem], [role=tab], [role=option], [role=row], [role=switch]'
    const counted = new Map<string, number>()
    const hits: Hit[] = []
    for (const element of document.querySelectorAll<HTMLElement>(wanted)) {
      if (element.matches(':disabled, [aria-disabled=true], [target=_blank], [download], input[type=file]')) continue
      const box = element.getBoundingClientRect()
      if (box.width === 0 || box.height === 0) continue
      const [x, y] = [box.x + Math.min(box.width / 2, 200), box.y + box.height / 2]
      const top = document.elementFromPoint(x, y)
      if (top === null || !(element.contains(top) || top.contains(element))) continue
      const kind = element.getAttribute('role') ?? element.localName
      const named =
        element.getAttribute('aria-label') ??
        (element instanceof HTMLInputElement
          ? (element.labels?.[0]?.innerText ?? element.placeholder)
          : element.innerText || element.title)
      const name = named.trim().split('\n')[0]?.slice(0, 60) ?? ''
      const nth = counted.get(`${kind} ${name}`) ?? 0
      counted.set(`${kind} ${name}`, nth + 1)
      const isWritten =
        element instanceof HTMLTextAreaElement ||
        (element instanceof HTMLInputElement && !['checkbox', 'radio', 'range'].includes(element.type))
      hits.push({ kind, name, nth, isWritten, x, y })
    }
    return hits
  })

/** The same target again, perhaps on another page; undefined where it is not there. */
export const findTarget = async (page: Page, { kind, name, nth }: Target): Promise<Hit | undefined> =>
  (await targetsOn(page)).find((hit) => hit.kind === kind && hit.name === name && hit.nth === nth)
