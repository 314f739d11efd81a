/** What an operator may press or write in: how it is called, and which of those that are called so. */
export interface Target {
  kind: string
  name: string
  nth: number
}

/** A target and where it is to be hit. */
export interface Hit extends Target {
  isWritten: boolean
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
    hits.push({ kind, name, nth, isWritten, isAround: element.contains(asked ?? null), x, y })
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
