import { useEffect, useState, type RefObject } from 'react'

/** An element's inner width and height in pixels, kept current; undefined until it is on the page, as a parent's is after its children. */
export function useSize(element: RefObject<HTMLElement | null>): { width: number; height: number } | undefined {
  const [size, setSize] = useState<{ width: number; height: number }>()
  useEffect(() => {
    if (element.current === null) return undefined
    const watch = new ResizeObserver(([entry]) => {
      if (entry === undefined) return
      const width = Math.floor(entry.contentRect.width)
      const height = Math.floor(entry.contentRect.height)
      setSize((before) => (before?.width === width && before.height === height ? before : { width, height }))
    })
    watch.observe(element.current)
    return () => watch.disconnect()
  }, [element])
  return size
}
