import { useSelector } from '@xstate/react'
import { useRef, type CSSProperties, type KeyboardEvent, type RefObject } from 'react'
import { useTranslation } from 'react-i18next'
import { maxWallPhones } from '../../api/devices.ts'
import { movedTo, type RemoteWall } from '../../machines/remote/remote-wall.ts'
import type { SynchronisedControl } from '../../machines/remote/synchronised-control.ts'
import { useAfterChange } from '../../ui/use-after-change.ts'
import { useDragOrder } from '../../ui/use-drag-order.ts'
import { useSeen } from '../../ui/use-seen.ts'
import { useSize } from '../../ui/use-size.ts'
import type { WallAddress } from './wall-address.ts'
import { fitOf } from './wall-fit.ts'
import { WallTile } from './WallTile.tsx'
import { Said } from '../../ui/Said.tsx'
import styles from './WallGrid.module.css'

interface WallGridProps {
  wall: RemoteWall
  control: SynchronisedControl
  address: WallAddress
  scroller: RefObject<HTMLElement | null>
  /** What stands above the phones. */
  bar: RefObject<HTMLElement | null>
}

/** So many skeletons fill a usual window. */
const usualPlaces = 25

/** Above and below what is in the bar, in pixels. */
const barPadding = 16

/** Where an arrow key leads from a place of the grid; undefined for other keys. */
function placeBeside(list: HTMLElement, place: number, key: string): number | undefined {
  const items = [...list.children] as HTMLElement[]
  const columns = items.filter(({ offsetTop }) => offsetTop === items[0]?.offsetTop).length
  const step = { ArrowLeft: -1, ArrowRight: 1, ArrowUp: -columns, ArrowDown: columns }[key]
  return step === undefined ? undefined : Math.min(Math.max(place + step, 0), items.length - 1)
}

const pressIn = (item: Element | undefined): HTMLElement | null => item?.querySelector('[data-press]') ?? null

/** The phones in their order, which is changed by dragging one to another's place, or with Shift and the arrow keys. */
export function WallGrid({ wall, control, address, scroller, bar }: WallGridProps) {
  const { t } = useTranslation()
  const phones = useSelector(wall, ({ context }) => context.phones)
  const enlarged = useSelector(wall, ({ context }) => context.enlarged)
  const isChoosing = useSelector(control, (snapshot) => snapshot.matches('choosing'))
  const list = useRef<HTMLUListElement>(null)
  const moved = useSelector(wall, ({ context }) => context.moved)
  const carried = useRef<number>(undefined)

  const ids = phones.map(({ id }) => id)
  const order = ids.join(',')
  useSeen(scroller, list, order, (seen) => wall.send({ type: 'seen', ids: seen }))
  // A moved element loses the focus, which belongs to the phone.
  useAfterChange(order, () => {
    pressIn(list.current?.querySelector(`[data-id="${carried.current}"]`) ?? undefined)?.focus()
    carried.current = undefined
  })
  useAfterChange(enlarged, () => {
    if (enlarged !== null) list.current?.querySelector('[data-enlarged]')?.scrollIntoView({ block: 'nearest' })
  })

  const move = (id: number, place: number): void => {
    address.arrange(movedTo(ids, id, place))
    wall.send({ type: 'moved', id, place })
  }
  const mayDrag = (id: number): boolean => phones.length > 1 && !isChoosing && id !== enlarged
  const { dragged, aimed } = useDragOrder(scroller, list, mayDrag, move)
  const onKeyDown = (event: KeyboardEvent<HTMLUListElement>): void => {
    const item = (event.target as HTMLElement).closest('li')
    if (item === null || list.current === null) return
    const place = [...list.current.children].indexOf(item)
    const next = placeBeside(list.current, place, event.key)
    if (next === undefined) return
    event.preventDefault()
    if (!event.shiftKey || isChoosing) return pressIn(list.current.children[next])?.focus()
    carried.current = Number(item.dataset.id)
    move(carried.current, next)
  }

  const named = address.ids.length > 0 ? Math.min(address.ids.length, maxWallPhones) : usualPlaces
  const shown = phones.length === 0 ? named : phones.length
  const room = useSize(scroller)
  const barHeight = (useSize(bar)?.height ?? 0) + barPadding
  const fit =
    address.size === 'fit' && room !== undefined && shown > 1
      ? fitOf(shown, { width: room.width, height: room.height - barHeight })
      : undefined
  return (
    <>
      <ul
        ref={list}
        className={shown === 1 ? styles.single : styles.phones}
        data-size={address.size}
        // Custom properties are not among the properties that React knows.
        style={
          fit &&
          ({
            '--columns': fit.columns,
            '--width': `${fit.width}px`,
            '--span': Math.min(fit.columns, Math.max(2, Math.ceil(fit.columns / 3))),
          } as CSSProperties)
        }
        onKeyDown={onKeyDown}
      >
        {phones.length === 0 &&
          Array.from({ length: named }, (_, place) => <li key={place} className={styles.skeleton} />)}
        {phones.map((phone) => (
          <li
            key={phone.id}
            className={styles.place}
            data-id={phone.id}
            data-enlarged={phone.id === enlarged || undefined}
            data-dragged={phone.id === dragged || undefined}
            data-aimed={phone.id === aimed || undefined}
          >
            <WallTile
              phone={phone}
              control={control}
              isAlone={phones.length === 1}
              isEnlarged={phone.id === enlarged}
              onEnlarge={() => wall.send({ type: 'enlarge', id: phone.id })}
              onShrink={() => wall.send({ type: 'shrink' })}
            />
          </li>
        ))}
      </ul>
      <Said>{moved && t('remote.wall.moved', { name: moved.name, place: moved.place + 1 })}</Said>
    </>
  )
}
