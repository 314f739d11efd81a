import { codes } from '../../domain/codes.ts'
import type { Reason } from '../../domain/reason.ts'
import { reason } from '../../texts/reason.ts'
import type { Objection } from '../http/refusal.ts'
import type { Caller } from '../http/sessions.ts'
import type { GroupRow } from '../store/environment-groups.ts'

/** Groups of a team in one market. */
export const maxGroups = 200

const notAllowed = (why: Reason): Objection => ({ code: codes.notAllowed, reason: why })

/** Why the caller may not change a group of its team: a manager changes all of its markets, an element those that it made. */
export function objectionTo(caller: Caller, { owner_id, market }: Pick<GroupRow, 'owner_id' | 'market'>) {
  if (!caller.modules.includes(market)) return notAllowed(reason('people.reason.notYourMarket'))
  return caller.role === 'manager' || owner_id === caller.id
    ? undefined
    : notAllowed(reason('environments.reason.notYourGroup'))
}
