/** What a key means to a table. */
export type GridIntent =
  | { type: 'move'; to: number; extend: boolean }
  /** To the cell beside. */
  | { type: 'aside'; step: 1 | -1 }
  /** The row itself to another place. */
  | { type: 'carry'; to: number }
  | { type: 'toggle' }
  | { type: 'select all' }
  | { type: 'open' }
  | { type: 'menu' }
  | { type: 'clear' }

interface GridPlace {
  active: number | undefined
  size: number
  /** Whole rows that the window shows. */
  page: number
}

type Key = Pick<KeyboardEvent, 'key' | 'shiftKey' | 'ctrlKey' | 'metaKey' | 'altKey'>

function destination(key: string, { active, size, page }: GridPlace): number | undefined {
  const from = active ?? -1
  switch (key) {
    case 'ArrowDown':
      return from + 1
    case 'ArrowUp':
      return from - 1
    case 'PageDown':
      return from + page
    case 'PageUp':
      return from - page
    case 'Home':
      return 0
    case 'End':
      return size - 1
    default:
      return undefined
  }
}

/** With Alt, up and down take the row along. */
function carrying(key: string, { active, size }: GridPlace): GridIntent | undefined {
  const step = { ArrowUp: -1, ArrowDown: 1 }[key]
  if (step === undefined || active === undefined) return undefined
  const to = active + step
  return to < 0 || to >= size ? undefined : { type: 'carry', to }
}

/** Reads a key that was pressed in a table; undefined where it means nothing there. */
export function intentOf(event: Key, place: GridPlace): GridIntent | undefined {
  const { key, shiftKey, ctrlKey, metaKey, altKey } = event
  if (altKey) return carrying(key, place)
  if (ctrlKey || metaKey) return key.toLowerCase() === 'a' ? { type: 'select all' } : undefined
  const to = destination(key, place)
  if (to !== undefined) {
    if (place.size === 0) return undefined
    return { type: 'move', to: Math.min(place.size - 1, Math.max(0, to)), extend: shiftKey }
  }
  switch (key) {
    case 'ArrowRight':
      return { type: 'aside', step: 1 }
    case 'ArrowLeft':
      return { type: 'aside', step: -1 }
    case ' ':
      return { type: 'toggle' }
    case 'Enter':
      return { type: 'open' }
    case 'Escape':
      return { type: 'clear' }
    case 'ContextMenu':
      return { type: 'menu' }
    case 'F10':
      return shiftKey ? { type: 'menu' } : undefined
    default:
      return undefined
  }
}
