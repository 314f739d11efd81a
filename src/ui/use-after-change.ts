import { useEffect, useEffectEvent } from 'react'

/**
 * Does something once the page shows another value: what only the page knows, as the focus, how far it is scrolled, and what stands
 * first in a list. What a screen's actors know is none of it.
 */
export function useAfterChange<Value>(value: Value, act: (value: Value) => void): void {
  const latest = useEffectEvent(act)
  useEffect(() => latest(value), [value])
}
