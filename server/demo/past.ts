import type { Kysely } from 'kysely'
import { operationLogQueries, type Entry } from '../store/operation-log.ts'
import type { Tables } from '../store/tables.ts'
import type { UserRow } from '../store/users.ts'
import { day, diceOf, hour, pastDays } from './days.ts'

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
export async function writePastLog(tx: Kysely<Tables>, users: readonly UserRow[], now: number): Promise<void> {
  const dice = diceOf(1)
  const today = now - (now % day)
  const entries = Array.from({ length: pastDays + 1 }, (_, index) => today - (pastDays - index) * day)
    .flatMap((start) => entriesOfDay(users, start, dice))
    .filter(({ at }) => at < now)
    .toSorted((a, b) => a.at - b.at)
  await operationLogQueries(tx).appendAll(entries)
}
