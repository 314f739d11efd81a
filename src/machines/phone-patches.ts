import { fromCallback } from 'xstate'
import type { FleetPatch } from '../../domain/fleet-topics.ts'
import type { components } from '../api/schema.ts'

export type Device = components['schemas']['Device']

/** Subscribes to live changes; answers how to stop. */
export type PatchSource = (listener: (patch: FleetPatch) => void) => () => void

export type PatchReport = { type: 'patched'; patch: FleetPatch }

/** Listens to live changes for as long as it runs. */
export const patchListener = fromCallback<never, { patches: PatchSource | undefined }, PatchReport>(
  ({ input: { patches }, sendBack }) => patches?.((patch) => sendBack({ type: 'patched', patch })),
)

/** The phone after a change; itself when the change is another's. */
export const patchedPhone = (phone: Device, { type, id, changed }: FleetPatch): Device =>
  // A patch carries fields of the contract's Device, under their names (domain/fleet-topics.ts).
  type === 'device' && id === phone.id ? { ...phone, ...(changed as Partial<Device>) } : phone

/** The phones after a change; the same array when none of them changed. */
export function patchedPhones(phones: readonly Device[], patch: FleetPatch): readonly Device[] {
  const at = patch.type === 'device' ? phones.findIndex(({ id }) => id === patch.id) : -1
  const phone = phones[at]
  return phone ? phones.with(at, patchedPhone(phone, patch)) : phones
}
