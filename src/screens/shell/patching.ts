import type { Device, DeviceStatus } from '../../api/devices.ts'
import type { RowStore } from '../../api/row-store.ts'
import { lines } from '../../ui/data-table/geometry.ts'

const statuses: readonly DeviceStatus[] = ['idle', 'in_use', 'booting', 'offline']
const rowsOnScreen = 26
/** How often changes arrive, in milliseconds. */
const beat = 10

const topRow = (): number => Math.floor((document.querySelector('[role=grid]')?.scrollTop ?? 0) / lines.rowHeight)

/** Lets one change arrive, for a row in the middle of the screen. */
export function patchOnScreen(rows: RowStore<Device>, changed: Partial<Device>): void {
  const id = rows.key(topRow() + rowsOnScreen / 2)
  if (id !== undefined) rows.patch({ id, at: Date.now(), changed })
}

/**
 * Lets changes arrive as the broker brings them: of the status, or of what a phone measures, each stamped anew. Half of them
 * are for rows that are on the screen.
 */
export function startPatching(rows: RowStore<Device>, perSecond: number): () => void {
  const begun = performance.now()
  let done = 0
  const patch = (top: number) => {
    const place =
      done % 2 === 0 ? Math.floor(Math.random() * rows.size) : top + Math.floor(Math.random() * rowsOnScreen)
    const id = rows.key(place)
    if (id === undefined) return
    const changed =
      done % 4 < 2
        ? { battery: Math.floor(Math.random() * 101), cpu: Math.random() * 100, last_seen_at: Date.now() }
        : { status: statuses[done % statuses.length], in_use_by: done % 8 < 4 ? null : { id: 5, user_name: 'element' } }
    rows.patch({ id, at: Date.now(), changed })
  }
  const timer = setInterval(() => {
    const due = ((performance.now() - begun) / 1_000) * perSecond
    const top = topRow()
    for (; done < due; done += 1) patch(top)
  }, beat)
  return () => clearInterval(timer)
}
