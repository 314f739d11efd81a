import { mask } from '../../packages/machines-inspector/src/recording/secret-names.ts'
import { secrets } from './secrets.ts'
import { scrollersInSight, targetsInSight, type Hit, type Target } from './targets.ts'

/** One thing that an operator did at the page, by which the same can be done again. */
export type Gesture =
  | { does: 'press'; target: Target }
  | { does: 'press twice'; target: Target }
  /** What stands in a field once it was written in. The field's name says whether that is a secret, which the recorder masks. */
  | { does: 'fill'; target: Target; field: string; value: string }
  /** One of what a list offers: what is read there, and which of those that read so. */
  | { does: 'choose'; target: Target; option: string; nth: number }
  | { does: 'key'; key: string }
  /** How far something is scrolled, in pixels. */
  | { does: 'scroll'; target: Target; left: number; top: number }
  | { does: 'open'; path: string }
  | { does: 'back' }
  /** The window's size, in pixels: it decides what is in sight. */
  | { does: 'size'; width: number; height: number }

interface Kept {
  at: number
  /** Where the page was, and how large. */
  path: string
  width: number
  height: number
  gesture: Gesture
}

/** Where recordings are looked at: what is done there is in none. */
const ownPage = '/__machines'

/** The oldest goes first. */
const maxGestures = 2_000

const modifiers = new Set(['Control', 'Shift', 'Alt', 'Meta'])

const targetOf = ({ kind, name, nth }: Target): Target => ({ kind, name, nth })

/** The innermost of what can be hit around a node. */
const hitAround = (node: EventTarget | null): Hit | undefined =>
  node instanceof Node ? targetsInSight(node).findLast(({ isAround }) => isAround) : undefined

/** What can be done again; what is called as a cell of somebody's file is not told by its name. */
const toldTarget = (hit: Hit): Target => targetOf(hit.isWithheld ? { ...hit, name: mask } : hit)

/** Fields in which no words can be written. */
const wordless = new Set(['color', 'date', 'datetime-local', 'month', 'time', 'week'])

/** What was written in a field; not in a cell of somebody's file, in which there may be secrets that nobody knows. */
const toldOf = ({ type, name, value }: HTMLInputElement | HTMLTextAreaElement): string =>
  type === 'search' || wordless.has(type) || (name !== '' && !secrets.withholds(name)) ? value : mask

const isWrittenIn = (target: EventTarget | null): target is HTMLInputElement | HTMLTextAreaElement =>
  target instanceof HTMLTextAreaElement ||
  (target instanceof HTMLInputElement && !['checkbox', 'radio', 'range', 'file'].includes(target.type))

/** Where keys choose, which is told by what is chosen then. */
const isChosenFrom = (target: EventTarget | null): target is HTMLSelectElement =>
  target instanceof HTMLSelectElement && !target.multiple

/** What a key does in a list besides choosing. */
const leaving = new Set(['Tab', 'Escape', 'Enter'])

/** Keeps what the operator does at this page, as far as it can be done again: what is pressed on a phone's picture can not. */
export class Gestures {
  #kept: Kept[] = []
  /** What was under the pointer when it went down: what happens then may change the page before the click is over. */
  #pressed: Target | undefined
  /** What was scrolled since the last gesture. */
  readonly #scrolled = new Set<Element>()
  /** The field that was written in, or chosen from, last. */
  #written: Element | undefined

  /** Hears everything before the page does. */
  listen(page: Window): void {
    const hear = <Type extends keyof DocumentEventMap>(type: Type, tell: (event: DocumentEventMap[Type]) => void) =>
      page.document.addEventListener(type, tell, { capture: true, passive: true })
    hear('pointerdown', ({ target }) => {
      const hit = hitAround(target)
      // To open a list of choices is nothing by itself.
      this.#pressed = hit === undefined || hit.kind === 'select' ? undefined : toldTarget(hit)
    })
    hear('click', ({ detail }) => {
      const pressed = this.#pressed
      // A key that presses a button is a key.
      if (detail === 0 || pressed === undefined) return
      this.#pressed = undefined // A click on a label is followed by one on what it is the label of.
      this.#keep({ does: 'press', target: pressed })
    })
    hear('dblclick', () => this.#pressTwice())
    hear('keydown', (event) => this.#key(event))
    hear('input', ({ target }) => this.#write(target))
    hear('change', ({ target }) => this.#choose(target))
    hear('scroll', ({ target }) => {
      const element = target instanceof Document ? target.scrollingElement : target
      if (element instanceof Element) this.#scrolled.add(element)
    })
    if (!('navigation' in page)) return // An older browser does not say that somebody goes back.
    const { navigation } = page
    navigation.addEventListener('navigate', ({ navigationType, destination: { index, url } }) => {
      if (navigationType !== 'traverse') return
      const { pathname, search } = new URL(url)
      const isBack = index === (navigation.currentEntry?.index ?? 0) - 1
      this.#keep(isBack ? { does: 'back' } : { does: 'open', path: pathname + search })
    })
  }

  /** What was done since then, from the page on which it began. */
  since(since: number): Gesture[] {
    this.#keepScrolls()
    const recent = this.#kept.filter(({ at }) => at >= since)
    const [first] = recent
    if (first === undefined) return []
    const { path, width, height } = first
    return [{ does: 'size', width, height }, { does: 'open', path }, ...recent.map(({ gesture }) => gesture)]
  }

  #keep(gesture: Gesture): void {
    if (gesture.does !== 'scroll') this.#keepScrolls()
    this.#written = undefined
    const { pathname, search } = location
    if (pathname === ownPage) return
    this.#kept.push({ at: Date.now(), path: pathname + search, width: innerWidth, height: innerHeight, gesture })
    if (this.#kept.length > maxGestures) this.#kept.shift()
  }

  #keepScrolls(): void {
    for (const element of this.#scrolled) {
      const scroller = scrollersInSight(element).find(({ isAround }) => isAround)
      if (scroller === undefined) continue
      const { left, top } = scroller
      this.#keep({ does: 'scroll', target: targetOf(scroller), left, top })
    }
    this.#scrolled.clear()
  }

  /** Its two clicks have been told already. */
  #pressTwice(): void {
    const [first, second] = this.#kept.slice(-2).map(({ gesture }) => gesture)
    if (first?.does !== 'press' || second?.does !== 'press') return
    this.#kept.splice(-2)
    this.#keep({ does: 'press twice', target: first.target })
  }

  #key({ key, ctrlKey, metaKey, altKey, shiftKey, target, isComposing }: KeyboardEvent): void {
    if (modifiers.has(key) || isComposing) return
    const isHeld = ctrlKey || metaKey || altKey
    // What is typed into a field is told by what stands there then.
    if (isWrittenIn(target) && !isHeld && (key.length === 1 || key === 'Backspace' || key === 'Delete')) return
    if (isChosenFrom(target) && !isHeld && !leaving.has(key)) return
    const held = [
      ...(ctrlKey ? ['Control'] : []),
      ...(metaKey ? ['Meta'] : []),
      ...(altKey ? ['Alt'] : []),
      ...(shiftKey && key.length > 1 ? ['Shift'] : []),
    ]
    this.#keep({ does: 'key', key: [...held, key].join('+') })
  }

  #write(field: EventTarget | null): void {
    if (!isWrittenIn(field)) return
    const { type, name } = field
    const value = toldOf(field)
    const last = this.#kept.at(-1)
    if (this.#written === field && last?.gesture.does === 'fill') {
      last.gesture.value = value
      return
    }
    const hit = hitAround(field)
    if (hit === undefined) return
    this.#keep({ does: 'fill', target: toldTarget(hit), field: type === 'password' ? 'password' : name, value })
    this.#written = field
  }

  #choose(list: EventTarget | null): void {
    if (!isChosenFrom(list)) return
    const hit = hitAround(list)
    const [chosen] = list.selectedOptions
    if (hit === undefined || chosen === undefined) return
    const option = hit.isWithheld ? mask : chosen.label
    const nth = [...list.options].slice(0, chosen.index).filter(({ label }) => label === chosen.label).length
    const last = this.#kept.at(-1)
    if (this.#written === list && last?.gesture.does === 'choose') {
      Object.assign(last.gesture, { option, nth })
      return
    }
    this.#keep({ does: 'choose', target: toldTarget(hit), option, nth })
    this.#written = list
  }
}
