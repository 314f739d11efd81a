import { useLayoutEffect, useState, type RefObject } from 'react'

/** An element's inner width in pixels, kept current; undefined until it is on the page. */
export function useWidth(element: RefObject<HTMLElement | null>): number | undefined {
  const [width, setWidth] = useState<number>()
  useLayoutEffect(() => {
    if (element.current === null) return undefined
    const watch = new ResizeObserver(([entry]) => setWidth(entry && Math.floor(entry.contentRect.width)))
    watch.observe(element.current)
    return () => watch.disconnect()
  }, [element])
  return width
}
