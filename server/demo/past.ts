import type { Insertable, Kysely } from 'kysely'
import type { LogKey } from '../store/operation-hashes.ts'
import { operationLogQueries, type Entry } from '../store/operation-log.ts'
import { reportRollQueries } from '../store/report-rolls.ts'
import type { DeviceUsesTable, Tables } from '../store/tables.ts'
import type { UserRow } from '../store/users.ts'
import { day, hour, pastDays } from './days.ts'
import { randomOf } from './random.ts'

/** Hours of a day at which people work, by how likely they are to. */
const workingHours = [9, 9, 10, 10, 11, 13, 14, 14, 15, 16, 17, 20, 21]

/** What people of the demo fleet did on a working day: who signed in from where, what they changed. */
function entriesOfDay(users: readonly UserRow[], start: number, dice: () => number): (Entry & { at: number })[] {
  const moment = () => start + (workingHours[Math.floor(dice() * workingHours.length)] ?? 9) * hour + dice() * hour
  return users.flatMap((user) => {
    const office = `203.0.113.${(user.id * 7) % 250}`
    const presence = user.role === 'element' ? 0.9 : user.role === 'manager' ? 0.7 : 0.3
    if (!user.enabled || dice() > presence) return []
    const at = moment()
    const entry = (action: Entry['action'], target: string, minutes: number) => ({
      user,
      action,
      target,
      ip: office,
      at: Math.floor(at + minutes * 60_000),
    })
    return [
      entry('session.open', `user:${user.id}`, 0),
      ...(dice() > 0.6 ? [entry('message.confirm', `user:${user.id}`, 3)] : []),
      ...(user.role === 'manager' && dice() > 0.8 ? [entry('user.invite', `user:${user.id}`, 12)] : []),
      entry('session.end', `user:${user.id}`, 90 + Math.floor(dice() * 240)),
    ]
  })
}

/** Writes the last thirty days of the demo fleet into the operation log, oldest first, up to now. */
export async function writePastLog(
  tx: Kysely<Tables>,
  users: readonly UserRow[],
  now: number,
  logKey: LogKey | undefined,
): Promise<void> {
  // A demo that is shown twice shows the same.
  const dice = randomOf(1)
  const today = now - (now % day)
  const entries = Array.from({ length: pastDays + 1 }, (_, index) => today - (pastDays - index) * day)
    .flatMap((start) => entriesOfDay(users, start, dice))
    .filter(({ at }) => at < now)
    .toSorted((a, b) => a.at - b.at)
  await operationLogQueries(tx, logKey).appendAll(entries)
}

/** Phones that the past was made with; their history says nothing of where they are now. */
const pastPhones = 18

/** What one phone was used for on one day: one person after the other, each for a while. */
function usesOfDay(deviceId: number, start: number, people: readonly UserRow[], dice: () => number) {
  const uses: Insertable<DeviceUsesTable>[] = []
  let at = start + (8 + dice() * 3) * hour
  while (at < start + 22 * hour) {
    const user = people[Math.floor(dice() * people.length)]
    const ended = at + (0.4 + dice() * 2.6) * hour
    if (user !== undefined && dice() < 0.75)
      uses.push({
        device_id: deviceId,
        user_id: user.id,
        user_path: user.path,
        market: user.modules[Math.floor(dice() * user.modules.length)] ?? null,
        started_at: Math.floor(at),
        ended_at: Math.floor(ended),
        lost_at: dice() > 0.93 ? [Math.floor((at + ended) / 2)] : [],
      })
    at = ended + dice() * 1.5 * hour
  }
  return uses
}

/** Writes what phones were used for in the last thirty days, weekends less than working days. */
export async function writePastUses(tx: Kysely<Tables>, users: readonly UserRow[], now: number): Promise<void> {
  const dice = randomOf(2)
  const today = now - (now % day)
  const people = users.filter(({ role, enabled }) => enabled && (role === 'manager' || role === 'element'))
  const uses = Array.from({ length: pastDays + 1 }, (_, index) => today - (pastDays - index) * day).flatMap((start) => {
    const isWeekend = [0, 6].includes(new Date(start).getUTCDay())
    const phones = Array.from({ length: pastPhones }, (_, index) => index + 1)
    return phones.filter(() => dice() < (isWeekend ? 0.4 : 0.85)).flatMap((id) => usesOfDay(id, start, people, dice))
  })
  const past = uses.filter(({ ended_at }) => (ended_at ?? 0) < now)
  await tx.insertInto('device_uses').values(past).execute()
  await reportRollQueries(tx).forget()
}
