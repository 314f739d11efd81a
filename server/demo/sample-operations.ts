import { codes } from '../../domain/codes.ts'
import { reason } from '../../texts/reason.ts'
import { announceGone } from '../broker/announce-change.ts'
import { boxEndsTopic, type Broker } from '../broker/broker.ts'
import { defineOperations, type Schemas } from '../http/contract.ts'
import { Refusal } from '../http/refusal.ts'
import type { UserAnnouncer } from '../messages/announce.ts'
import { endSessionsOf, type Leases } from '../people/rules.ts'
import type { BoxRow } from '../store/box-queries.ts'
import type { DeviceRow } from '../store/devices.ts'
import { isUnsettled } from './demo-fleet.ts'
import type { SampleKind } from '../store/samples.ts'
import type { Queries, Transaction } from '../store/store.ts'

interface Ports {
  broker: Broker
  controlLeases: Leases
  userAnnouncer: UserAnnouncer
}

/** Ids of what goes, of each kind. */
type Going = Readonly<Record<SampleKind, readonly number[]>>

/** In the order in which rows are locked: as others do, groups before environments. */
const kinds = ['task', 'script', 'group', 'environment', 'box', 'user', 'notice'] as const

const without = (ids: readonly number[], others: readonly number[]): number[] => {
  const kept = new Set(others)
  return ids.filter((id) => !kept.has(id))
}

/** What of the demo fleet goes: nobody has used or changed it, and nothing that stays needs it. */
async function goingOf(queries: Queries, locked: boolean): Promise<Going> {
  const { samples } = queries
  const untouched = new Map<SampleKind, number[]>()
  for (const kind of kinds) untouched.set(kind, await samples.untouched(kind, locked))
  const of = (kind: SampleKind) => untouched.get(kind) ?? []

  const [task, environment, notice] = [of('task'), of('environment'), of('notice')]
  const script = without(of('script'), await samples.scriptsInUse(of('script'), task))
  const group = without(of('group'), await samples.groupsInUse(of('group'), environment))
  const box = without(of('box'), await samples.busyBoxes(of('box')))
  const people = without(of('user'), await samples.peopleWithMore(of('user'), { box, environment, group }))
  return { task, script, group, environment, box, notice, user: await wholeBranches(queries, people) }
}

/** Of these people, those below whom nobody stays. */
async function wholeBranches({ users }: Queries, people: readonly number[]): Promise<number[]> {
  const below = await users.childrenOf(people)
  let going = [...people]
  for (let before = -1; before !== going.length;) {
    before = going.length
    const now = new Set(going)
    going = going.filter((id) => (below.get(id) ?? []).every((child) => now.has(child)))
  }
  return going
}

/** How much goes, and how much of the rest stays. */
async function countsOf({ samples }: Queries, going: Going): Promise<Schemas['Samples']> {
  const counted = kinds.filter((kind) => kind !== 'notice')
  const left = await Promise.all(counted.map((kind) => samples.left(kind)))
  const gone = counted.reduce((sum, kind) => sum + going[kind].length, 0)
  return {
    users: going.user.length,
    boxes: going.box.length,
    phones: await samples.phonesOf(going.box),
    groups: going.group.length,
    environments: going.environment.length,
    scripts: going.script.length,
    tasks: going.task.length,
    notices: going.notice.length,
    stays: left.reduce((sum, count) => sum + count, 0) - gone,
  }
}

/** Takes it away, and tells whoever looks at it; answers what the log says of it. */
async function clear(
  { broker, controlLeases, userAnnouncer }: Ports,
  tx: Transaction,
  going: Going,
  by: { id: number; ip: string },
) {
  const now = Date.now()
  for (const id of going.task) await tx.tasks.del(id)
  for (const id of going.script) await tx.scripts.del(id)
  const [environments, users] = [await tx.environments.byIds(going.environment), await tx.users.byIds(going.user)]
  await tx.environmentTrash.put(going.environment, by.id, now)
  await tx.groups.remove(going.group)
  const boxes: BoxRow[] = []
  const phones: DeviceRow[] = []
  for (const id of going.box) {
    const box = await tx.boxes.lock(id)
    if (box === undefined) continue
    boxes.push(box)
    phones.push(...(await tx.devices.lockOfBox(id)))
    await tx.boxTunnels.remove(id)
    await tx.boxes.remove(id, now)
  }
  await endSessionsOf({ controlLeases, broker }, tx, going.user, by.ip)
  await tx.users.remove(going.user, now)
  const notice = going.notice.length > 0 ? await tx.notices.replace('') : undefined
  tx.afterCommit(() => {
    for (const { id } of boxes) broker.publish(boxEndsTopic, String(id), 1)
    const people = [...users.values()].map(({ id, path }) => ({ id, owner_path: path }))
    const gone = { environment: environments, box: boxes, device: phones, user: people } as const
    for (const type of ['environment', 'box', 'device', 'user'] as const)
      void announceGone(broker, type, gone[type], now)
    if (notice !== undefined) userAnnouncer.noticeChanged({ content: notice.content, updated_at: notice.updated_at })
  })
  return {
    users: [...users.values()].map(({ user_name }) => user_name),
    boxes: boxes.map(({ code }) => code),
    environments: environments.map(({ name }) => name),
  }
}

/** The demo fleet's end: what came with it and is nobody's by now. */
export const sampleOperations = defineOperations((ports: Ports) => ({
  sampleList: async ({ store }) => countsOf(store, await goingOf(store, false)),

  sampleClear: ({ store, caller, client, note }) =>
    store.transaction(async (tx) => {
      // What is still being made would need what is gone by then.
      if (await isUnsettled(tx)) throw new Refusal(codes.stateForbids, reason('firstSteps.samples.unsettled'))
      const going = await goingOf(tx, true)
      const counts = await countsOf(tx, going)
      const names = await clear(ports, tx, going, { id: caller.id, ip: client.ip })
      // What somebody has made its own, and what that needs, is no sample any more; a box that is in use may go another time.
      await tx.samples.unmarkAllBut(await tx.samples.untouched('box', false))
      if (kinds.some((kind) => going[kind].length > 0))
        await note(tx, 'sample.clear', { target: 'sample:*', detail: { before: { ...names, count: counts } } })
      return counts
    }),
}))
