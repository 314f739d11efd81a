import { fromCallback, type EventObject } from 'xstate'
import type { FleetPatch } from '../../domain/fleet-topics.ts'
import type { Device } from './devices.ts'

/** Where live changes are to be heard; each answers how to stop. */
export interface FleetSource {
  onPatch(listener: (patch: FleetPatch) => void): () => void
  /** The line is back after a time in which changes were missed. */
  onReturn(listener: () => void): () => void
}

export type FleetReport = { type: 'patched'; patch: FleetPatch } | { type: 'patches missed' }

/** Listens to live changes for as long as it runs. */
export const fleetListener = fromCallback<EventObject, { fleet: FleetSource }, FleetReport>(
  ({ input: { fleet }, sendBack }) => {
    const stopPatches = fleet.onPatch((patch) => sendBack({ type: 'patched', patch }))
    const stopReturns = fleet.onReturn(() => sendBack({ type: 'patches missed' }))
    return () => {
      stopPatches()
      stopReturns()
    }
  },
)

/**
 * What is asked for, with the changes that came meanwhile: an answer may be older than they are. Where changes were missed it is
 * asked for again.
 */
export async function withChanges<Answer>(
  fleet: FleetSource,
  ask: () => Promise<Answer>,
  patched: (answer: Answer, patch: FleetPatch) => Answer,
): Promise<Answer> {
  for (;;) {
    const patches: FleetPatch[] = []
    let isMissed = false
    const stopPatches = fleet.onPatch((patch) => patches.push(patch))
    const stopReturns = fleet.onReturn(() => {
      isMissed = true
    })
    try {
      const answer = await ask()
      if (!isMissed) return patches.reduce(patched, answer)
    } finally {
      stopPatches()
      stopReturns()
    }
  }
}

/** The phone after a change; itself when the change is another's. */
export const patchedPhone = (phone: Device, { type, id, changed }: FleetPatch): Device =>
  // A patch carries fields of the contract's Device, under their names (domain/fleet-topics.ts).
  type === 'device' && id === phone.id ? { ...phone, ...(changed as Partial<Device>) } : phone

/** What a phone is at, who holds it, and which shop is open on it. */
type Presence = Pick<Device, 'id' | 'status' | 'in_use_by' | 'environment'>

const shownOfPresence = ['status', 'in_use_by', 'environment'] as const

/** Phones of which no more is shown than what they are at, after a change; the same array when it is none of theirs. */
export function withPresence<Phone extends Presence>(
  phones: readonly Phone[],
  { type, id, changed }: FleetPatch,
): readonly Phone[] {
  const at = type === 'device' ? phones.findIndex((phone) => phone.id === id) : -1
  const phone = phones[at]
  if (phone === undefined || !shownOfPresence.some((field) => field in changed)) return phones
  // A patch carries fields of the contract's Device, under their names (domain/fleet-topics.ts).
  const {
    status = phone.status,
    in_use_by = phone.in_use_by,
    environment = phone.environment,
  } = changed as Partial<Presence>
  return phones.with(at, { ...phone, status, in_use_by, environment })
}

/** The same phones, with what another answer says that they are at. */
export function withPresenceOf<Phone extends Presence>(
  phones: readonly Phone[],
  answer: readonly Presence[],
): readonly Phone[] {
  const found = new Map(answer.map((phone) => [phone.id, phone]))
  return phones.map((phone) => {
    const { status, in_use_by, environment } = found.get(phone.id) ?? phone
    return { ...phone, status, in_use_by, environment }
  })
}

/** The phone that a change says to be there; undefined when it says no such thing. */
export const returnedPhone = ({ type, id, changed: { status } }: FleetPatch): number | undefined =>
  type === 'device' && (status === 'idle' || status === 'in_use') ? id : undefined

/** The phones after a change; the same array when none of them changed. */
export function patchedPhones(phones: readonly Device[], patch: FleetPatch): readonly Device[] {
  const at = patch.type === 'device' ? phones.findIndex(({ id }) => id === patch.id) : -1
  const phone = phones[at]
  return phone ? phones.with(at, patchedPhone(phone, patch)) : phones
}
