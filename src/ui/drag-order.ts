/** A mouse that was moved so far, in pixels, drags; less is a click. */
const mouseSlack = 6
/** A finger that rests so long, in milliseconds, drags; one that moves before scrolls. */
const fingerRest = 350
/** Of a resting finger, in pixels. */
const fingerSlack = 10
/** So near the edge of what scrolls, in pixels, it scrolls on, by so many a frame. */
const edge = 48
const scrollStep = 12

interface DragReports {
  /** Whether this item may be taken away from its place, by what of it is held. */
  mayDrag(item: HTMLElement, held: Element): boolean
  /** Whether what is held is there to be dragged by alone: a finger need not rest on it then. */
  hasHandles?: boolean
  /** Whether items stand below each other, so that one that is held moves up and down alone. */
  isColumn?: boolean
  began(item: HTMLElement): void
  /** It is held over this one, or over none. */
  over(item: HTMLElement | undefined): void
  /** It was let go over another item. */
  dropped(item: HTMLElement, onto: HTMLElement): void
  /** It was let go, wherever. */
  ended(): void
}

interface Drag {
  item: HTMLElement
  pointerId: number
  from: { x: number; y: number }
  at: { x: number; y: number }
  /** How far the list was scrolled when it began. */
  scrolledFrom: number
  isMoving: boolean
  /** Runs while a finger rests. */
  resting?: ReturnType<typeof setTimeout>
  over?: HTMLElement | undefined
}

/**
 * Lets the children of a list be dragged to each other's places, by mouse, pen and finger: a finger has to rest first, so
 * that it can still scroll. Escape puts the item back. Answers how to stop.
 */
export function listenToDragging(list: HTMLElement, scroller: HTMLElement, reports: DragReports): () => void {
  const stopped = new AbortController()
  const { signal } = stopped
  let drag: Drag | undefined

  const itemAt = (target: Element | null): HTMLElement | undefined =>
    [...list.children].find((child): child is HTMLElement => child instanceof HTMLElement && child.contains(target))
  const follow = (held: Drag): void => {
    const scrolled = scroller.scrollTop - held.scrolledFrom
    const aside = reports.isColumn === true ? 0 : held.at.x - held.from.x
    held.item.style.translate = `${aside}px ${held.at.y - held.from.y + scrolled}px`
    const over = itemAt(document.elementFromPoint(held.at.x, held.at.y))
    if (over === held.over) return
    held.over = over
    reports.over(over === held.item ? undefined : over)
  }
  const scrollAtEdge = (): void => {
    if (!drag?.isMoving) return
    const { top, bottom } = scroller.getBoundingClientRect()
    const step = drag.at.y < top + edge ? -scrollStep : drag.at.y > bottom - edge ? scrollStep : 0
    if (step !== 0) {
      scroller.scrollBy(0, step)
      follow(drag)
    }
    requestAnimationFrame(scrollAtEdge)
  }
  const begin = (held: Drag): void => {
    held.isMoving = true
    list.setPointerCapture(held.pointerId)
    held.item.style.pointerEvents = 'none' // What lies below it is looked for.
    reports.began(held.item)
    requestAnimationFrame(scrollAtEdge)
  }
  const end = (isDropped: boolean): void => {
    const held = drag
    drag = undefined
    clearTimeout(held?.resting)
    if (!held?.isMoving) return
    held.item.style.translate = ''
    held.item.style.pointerEvents = ''
    const { over } = held
    if (isDropped && over && over !== held.item) reports.dropped(held.item, over)
    reports.ended()
    // The press that ends a drag is no click.
    list.addEventListener('click', (event) => event.stopPropagation(), {
      capture: true,
      once: true,
      signal: AbortSignal.timeout(50),
    })
  }

  list.addEventListener(
    'pointerdown',
    ({ target, button, pointerId, pointerType, clientX: x, clientY: y }) => {
      if (drag || button !== 0 || !(target instanceof Element)) return
      const item = itemAt(target)
      if (item === undefined || !reports.mayDrag(item, target)) return
      const held: Drag = {
        item,
        pointerId,
        from: { x, y },
        at: { x, y },
        scrolledFrom: scroller.scrollTop,
        isMoving: false,
      }
      drag = held
      if (pointerType === 'touch' && reports.hasHandles !== true)
        held.resting = setTimeout(() => begin(held), fingerRest)
    },
    { signal },
  )
  list.addEventListener(
    'pointermove',
    ({ pointerId, clientX: x, clientY: y }) => {
      if (drag?.pointerId !== pointerId) return
      drag.at = { x, y }
      const moved = Math.hypot(x - drag.from.x, y - drag.from.y)
      if (!drag.isMoving && drag.resting !== undefined && moved > fingerSlack) end(false)
      else if (!drag.isMoving && drag.resting === undefined && moved > mouseSlack) begin(drag)
      if (drag?.isMoving) follow(drag)
    },
    { signal },
  )
  const endOf =
    (isDropped: boolean) =>
    ({ pointerId }: PointerEvent): void => {
      if (drag?.pointerId === pointerId) end(isDropped)
    }
  list.addEventListener('pointerup', endOf(true), { signal })
  list.addEventListener('pointercancel', endOf(false), { signal })
  // A mouse that left before it was captured may have been let go elsewhere.
  list.addEventListener('pointerleave', (event) => !drag?.isMoving && endOf(false)(event), { signal })
  // What a finger drags must not scroll too, and a finger that rests asks for no menu.
  list.addEventListener('touchmove', (event) => drag?.isMoving && event.preventDefault(), { signal, passive: false })
  list.addEventListener(
    'contextmenu',
    (event) => {
      if (drag === undefined) return
      event.preventDefault()
      event.stopPropagation()
    },
    { signal },
  )
  addEventListener(
    'keydown',
    (event) => {
      if (event.key !== 'Escape' || !drag?.isMoving) return
      event.stopPropagation()
      end(false)
    },
    { signal, capture: true },
  )

  return () => {
    end(false)
    stopped.abort()
  }
}
