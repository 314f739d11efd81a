import { useEffect, useEffectEvent, type RefObject } from 'react'

/** How far beyond the edge a phone counts as in sight, so that its picture is there when it comes. */
const ahead = '40% 0px'

/** Tells which items of a list that scrolls within `scroller` are in sight, by their `data-id`; none once it is gone. */
export function useSeen(
  scroller: RefObject<HTMLElement | null>,
  list: RefObject<HTMLElement | null>,
  ids: string,
  tell: (ids: readonly number[]) => void,
): void {
  const report = useEffectEvent(tell)
  useEffect(() => {
    const seen = new Set<number>()
    const observer = new IntersectionObserver(
      (entries) => {
        for (const { target, isIntersecting } of entries) {
          const id = Number((target as HTMLElement).dataset.id)
          if (isIntersecting) seen.add(id)
          else seen.delete(id)
        }
        report([...seen])
      },
      { root: scroller.current, rootMargin: ahead },
    )
    for (const item of list.current?.children ?? []) observer.observe(item)
    return () => observer.disconnect()
    // oxlint-disable-next-line react/exhaustive-effect-dependencies -- other ids are other items
  }, [scroller, list, ids])
  useEffect(() => () => report([]), [])
}
