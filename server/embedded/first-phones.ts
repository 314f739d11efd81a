import type { Broker } from '../broker/broker.ts'
import { announceDevice } from '../devices/announce.ts'
import type { BoxRow } from '../store/box-queries.ts'
import type { Store } from '../store/store.ts'

/** The first box of virtual phones that runs beside the server. */
export const embeddedBoxCode = 'B01'

const firstPhones = 12
const forElement = 3

/**
 * Of the first twelve phones the element gets the last three, so that each of the first accounts has some to look at. Done
 * once, while all twelve are still where registration has put them.
 */
export async function shareFirstPhones(store: Store, broker: Broker, box: BoxRow): Promise<void> {
  if (box.code !== embeddedBoxCode || box.phone_owner_id === null) return
  const element = await store.users.byName('element')
  if (element === undefined) return
  await store.transaction(async (tx) => {
    await tx.boxes.lock(box.id)
    const devices = await tx.devices.lockOfBox(box.id)
    if (devices.length < firstPhones || (await tx.settings.isDone('first phones are shared'))) return
    await tx.settings.markDone('first phones are shared')
    const first = devices.toSorted((a, b) => a.slot - b.slot).slice(0, firstPhones)
    const handedOver = first.slice(-forElement)
    await tx.devices.handOver(
      handedOver.map(({ id }) => id),
      element,
    )
    tx.afterCommit(() => {
      for (const before of handedOver) {
        const after = { ...before, owner_id: element.id, owner_path: element.path }
        announceDevice(broker, { before, after, ownerName: element.user_name }, Date.now())
      }
    })
  })
}
