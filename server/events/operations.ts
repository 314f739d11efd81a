import { codes } from '../../domain/codes.ts'
import { reason } from '../../texts/reason.ts'
import { defineOperations, type Call, type Schemas } from '../http/contract.ts'
import { badCursor, invalidFields, Refusal } from '../http/refusal.ts'
import { kindAndIdOf } from '../store/target-names.ts'
import type { EventEntry, EventKind, EventSubject, SubjectKind, Viewer } from '../store/event-stream.ts'

const day = 86_400_000
const week = 7 * day
/** The longest span that is summed up. */
const maxSpan = 31 * day

const everyKind: readonly EventKind[] = ['offline', 'fault', 'box', 'shop', 'job', 'action']

const viewerOf = ({ caller, mayCall }: Pick<Call<'eventList'>, 'caller' | 'mayCall'>): Viewer => ({
  ...caller,
  seesBoxes: mayCall('boxList'),
  readsLog: mayCall('logList'),
})

const placed = (id: number | null, name: string) => (id === null ? null : { id, name })

const toEvent = ({ target, ...entry }: EventEntry): Schemas['Event'] => ({
  id: entry.id,
  at: entry.at,
  until: entry.until,
  kind: entry.kind,
  device: placed(entry.device_id, entry.device_name),
  box: placed(entry.box_id, entry.box_name),
  environment: entry.environment_id === null ? null : { id: entry.environment_id, name: entry.environment_name },
  market: entry.market,
  user: entry.user_id === null ? null : { id: entry.user_id, user_name: entry.user_name },
  reason: entry.reason,
  action: entry.action,
  target_kind: target === null ? null : kindAndIdOf(target).target_kind,
  target_name: entry.target_name,
  result: entry.result,
})

/** Whose timeline is asked for: one at most. */
function subjectOf(query: Partial<Record<`${SubjectKind}_id`, number>>): EventSubject | undefined {
  const kinds = (['device', 'environment', 'box', 'user'] as const).flatMap((kind): EventSubject[] => {
    const id = query[`${kind}_id`]
    return id === undefined ? [] : [{ kind, id }]
  })
  if (kinds.length > 1)
    throw invalidFields({
      [`${kinds[1]?.kind}_id`]: reason('events.reason.oneSubject'),
    })
  return kinds[0]
}

export const eventOperations = defineOperations(() => ({
  eventList: async (call) => {
    const { query, store } = call
    const viewer = viewerOf(call)
    const subject = subjectOf(query)
    const named = subject && (await store.events.subject(viewer, subject))
    if (subject !== undefined && named === undefined)
      throw new Refusal(codes.notFound, reason('events.reason.noSuchSubject'))
    const filter = { subject, kinds: query.kind ?? everyKind, from: query.from, to: query.to }
    const found = await store.events.page(viewer, filter, { limit: query.limit, cursor: query.cursor })
    if (found === undefined) throw badCursor()
    return { items: found.items.map(toEvent), next_cursor: found.next_cursor, subject: named ?? null }
  },

  /** Which phones were offline, for how long, and why. */
  eventOffline: async (call) => {
    const { query, store } = call
    const now = Date.now()
    const to = query.to ?? now
    const from = query.from ?? to - week
    if (from >= to || to - from > maxSpan) throw invalidFields({ from: reason('events.reason.badSpan') })
    const span = { from, to: Math.min(to, now), box_id: query.box_id, cause: query.cause }
    const { phones, ...found } = await store.events.offline(viewerOf(call), span, now)
    return {
      from,
      to,
      ...found,
      phones: phones.map(({ box_id, box_name, ...phone }) => ({ ...phone, box: { id: box_id, name: box_name } })),
    }
  },
}))
