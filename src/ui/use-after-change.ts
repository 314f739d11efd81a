import { useEffect, useEffectEvent } from 'react'

/**
 * Does something to the page once it shows another value: what only the DOM knows, as the focus and how far it is scrolled. What a
 * screen's actors know is none of it.
 */
export function useAfterChange<Value>(value: Value, act: (value: Value) => void): void {
  const latest = useEffectEvent(act)
  useEffect(() => latest(value), [value])
}
