import { useEffect, useEffectEvent, useState, type RefObject } from 'react'
import { listenToDragging } from './drag-order.ts'

const idOf = (item: HTMLElement | undefined): number | undefined => item && Number(item.dataset.id)

/** Lets the items of a list, told by their `data-id`, be dragged to other places; answers which is held, and over which. */
export function useDragOrder(
  scroller: RefObject<HTMLElement | null>,
  list: RefObject<HTMLElement | null>,
  mayDrag: (id: number) => boolean,
  move: (id: number, place: number) => void,
): { dragged: number | undefined; aimed: number | undefined } {
  const [dragged, setDragged] = useState<number>()
  const [aimed, setAimed] = useState<number>()
  const may = useEffectEvent(mayDrag)
  const moved = useEffectEvent(move)

  useEffect(() => {
    if (list.current === null || scroller.current === null) return undefined
    const items = list.current.children
    return listenToDragging(list.current, scroller.current, {
      mayDrag: (item) => item.dataset.id !== undefined && may(Number(item.dataset.id)),
      began: (item) => setDragged(idOf(item)),
      over: (item) => setAimed(idOf(item)),
      dropped: (item, onto) => moved(Number(item.dataset.id), [...items].indexOf(onto)),
      ended() {
        setDragged(undefined)
        setAimed(undefined)
      },
    })
  }, [scroller, list])
  return { dragged, aimed }
}
