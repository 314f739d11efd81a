import { codes } from '../../domain/codes.ts'
import { isOwn } from './rules.ts'
import { announceDevice } from './announce.ts'
import type { Broker } from '../broker/broker.ts'
import type { DeviceRow } from '../store/devices.ts'
import { forbids } from '../http/refusal.ts'
import { judge, pairsOf, type Undos } from '../log/put-back.ts'
import { reason } from '../../texts/reason.ts'

/** What a batch changes of a phone. */
export const deviceColumns = [
  'name',
  'note',
  'owner_id',
  'owner_path',
  'start_settings',
] as const satisfies readonly (keyof DeviceRow)[]

export const deviceUndos = ({ broker }: { broker: Broker }): Pick<Undos, 'devices'> => ({
  /** Gives phones what they had before they were edited or given to somebody. */
  devices: async ({ tx, call: { caller }, rows, at }) => {
    const formerOwners = rows.flatMap(({ before }) => (typeof before?.owner_id === 'number' ? [before.owner_id] : []))
    // Before any phone, as whoever gives phones away does.
    const owners = await tx.users.lockMany([...new Set(formerOwners)])
    const found = await tx.devices.lockVisible(
      caller,
      rows.map(({ id }) => id),
    )
    const { restored, refused } = judge(rows, {
      found,
      absent: reason('devices.reason.noSuchDevice'),
      objectionTo(device, { owner_id }) {
        if (!isOwn(caller, device)) return { code: codes.notAllowed, reason: reason('devices.reason.notYours') }
        if (owner_id === undefined) return undefined
        const owner = owners.get(Number(owner_id))
        return owner !== undefined && isOwn(caller, { owner_path: owner.path })
          ? undefined
          : forbids(reason('people.reason.noSuchUser'))
      },
    })
    const after = await tx.undos.putBack('devices', restored)
    tx.afterCommit(() => {
      for (const change of pairsOf(found, after)) {
        const owner = change.after.owner_id === change.before.owner_id ? undefined : owners.get(change.after.owner_id)
        announceDevice(broker, { ...change, ...(owner && { ownerName: owner.user_name }) }, at)
      }
    })
    return { done: after, refused }
  },
})
