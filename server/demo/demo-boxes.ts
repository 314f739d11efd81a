import type { Stage } from './stage.ts'

const code = 'B02'
const region = 'jp-east'

/** A second box, whose phones the first manager gets as well. */
export async function addSecondBox({ callAs, store, fleet }: Stage): Promise<void> {
  const manager = await store.users.byName('manager')
  if (manager === undefined || (await store.boxes.byCode(code)) !== undefined) return
  const { box } = await callAs<{ box: { id: number } }>('agent', 'box/add', {
    name: '东京二号机柜',
    code,
    region,
    address: '东京 · 江东区 3F-17',
    slots: 30,
    phone_owner_id: manager.id,
    note: '2026 年新购，与 B01 同批手机',
  })
  await store.boxes.embed(box.id)
  await store.samples.mark('box', [box.id])
  fleet.add({ id: box.id, code, region })
}
