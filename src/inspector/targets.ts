/** What an operator may press or write in: how it is called, and which of those that are called so. */
export interface Target {
  kind: string
  name: string
  nth: number
}

/** A target and where it is to be hit. */
export interface Hit extends Target {
  isWritten: boolean
  /** What may be chosen of it, as it is read; nothing where nothing is chosen. */
  options: string[]
  /** Whether it may say what stands in somebody's file (`data-withheld`). */
  isWithheld: boolean
  /** Whether it is, or holds, what was asked about. */
  isAround: boolean
  x: number
  y: number
}

/** What can be scrolled, where it is to be hit, and how far it is. */
export interface Scroller extends Target {
  isAround: boolean
  x: number
  y: number
  left: number
  top: number
}

/**
 * What somebody could press or write in just now: what is enabled, in sight, and lies under nothing else. What leads out of the console, or
 * hands over a file, is left alone. Whoever drives a browser sends it into the page, so that it uses nothing but what is in it.
 */
export function targetsInSight(asked?: Node | null): Hit[] {
  const wanted =
    'button, a[href], input, textarea, select, summary, [role=menuitem], [role=tab], [role=option], [role=row], [role=gridcell], [role=switch]'
  const counted = new Map<string, number>()
  const hits: Hit[] = []
  for (const element of document.querySelectorAll<HTMLElement>(wanted)) {
    if (element.matches(':disabled, [aria-disabled=true], [target=_blank], [download], input[type=file]')) continue
    const isTicked = element instanceof HTMLInputElement && ['checkbox', 'radio'].includes(element.type)
    // What is ticked may lie under what is drawn for it, which is its label's and ticks it as well.
    const parts = isTicked ? [element, ...(element.labels ?? [])] : [element]
    const hit = parts
      .map((part) => {
        const { x, y, width, height } = part.getBoundingClientRect()
        return { part, x: x + Math.min(width / 2, 200), y: y + height / 2, isDrawn: width > 0 && height > 0 }
      })
      .find(({ part, x, y, isDrawn }) => {
        const top = isDrawn ? document.elementFromPoint(x, y) : null
        return top !== null && (part.contains(top) || top.contains(part))
      })
    if (hit === undefined) continue
    const { x, y } = hit
    const kind = element.getAttribute('role') ?? element.localName
    const named =
      element.getAttribute('aria-label') ??
      (element instanceof HTMLInputElement
        ? (element.labels?.[0]?.innerText ?? element.placeholder)
        : element instanceof HTMLSelectElement
          ? (element.labels[0]?.innerText ?? element.title)
          : element.innerText || element.title)
    const name = named.trim().split('\n')[0]?.slice(0, 60) ?? ''
    const nth = counted.get(`${kind} ${name}`) ?? 0
    counted.set(`${kind} ${name}`, nth + 1)
    const isWritten =
      element instanceof HTMLTextAreaElement ||
      (element instanceof HTMLInputElement && !['checkbox', 'radio', 'range'].includes(element.type))
    const options =
      element instanceof HTMLSelectElement
        ? [...element.options].filter(({ disabled }) => !disabled).map(({ label }) => label)
        : []
    const isWithheld = element.closest('[data-withheld]') !== null
    const isAround = parts.some((part) => part.contains(asked ?? null))
    hits.push({ kind, name, nth, isWritten, options, isWithheld, isAround, x, y })
  }
  return hits
}

/** What can be scrolled just now, the page itself among it; for the page, too. */
export function scrollersInSight(asked?: Node | null): Scroller[] {
  const counted = new Map<string, number>()
  const scrollers: Scroller[] = []
  for (const element of document.querySelectorAll<HTMLElement>('*')) {
    const isPage = element === document.scrollingElement
    const isLarger = element.scrollWidth > element.clientWidth || element.scrollHeight > element.clientHeight
    if (!isLarger || !(isPage || /auto|scroll/.test(getComputedStyle(element).overflow))) continue
    const { x, y } = element.getBoundingClientRect()
    const [width, height] = [element.clientWidth, element.clientHeight]
    if (width === 0 || height === 0) continue
    const name = isPage ? 'page' : (element.closest('[aria-label]')?.getAttribute('aria-label') ?? '')
    const nth = counted.get(name) ?? 0
    counted.set(name, nth + 1)
    scrollers.push({
      kind: 'scroller',
      name,
      nth,
      isAround: element === asked,
      x: isPage ? innerWidth / 2 : x + width / 2,
      y: isPage ? innerHeight / 2 : y + height / 2,
      left: element.scrollLeft,
      top: element.scrollTop,
    })
  }
  return scrollers
}
