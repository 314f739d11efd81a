import type { UnreachableState } from '../domain/box-protocol.ts'

/** A phone as an adb server lists it. */
export interface ListedPhone {
  /** What the adb server calls it: a USB phone's serial number, a network phone's `host:port`. */
  serial: string
  /** `device` can be spoken to; of `offline`, `unauthorized`, `no permissions` and the rest, adb has only the name. */
  state: string
  transportId: bigint
  product: string | undefined
  model: string | undefined
  device: string | undefined
}

/** What a listed state says of a phone; undefined where it is none in which a phone stays away. */
export const unreachableStateOf: Partial<Record<string, UnreachableState>> = {
  unauthorized: 'unauthorized',
  offline: 'offline',
  'no permissions': 'no_permissions',
}

/** A state is one word but for this one, behind which adb says what to do about it. */
const line = /^(?<serial>\S+)\s+(?<state>no permissions|\S+)(?<rest>.*)$/

/**
 * Reads the answer to `host:track-devices-l`.
 *
 * @throws where a line is not understood
 */
export function readDeviceList(list: string): ListedPhone[] {
  return list
    .split('\n')
    .filter((text) => text.trim() !== '')
    .map((text) => {
      const { serial, state, rest = '' } = line.exec(text)?.groups ?? {}
      const field = (name: string): string | undefined => new RegExp(`(?:^|\\s)${name}:(\\S+)`).exec(rest)?.[1]
      const transport = field('transport_id')
      if (serial === undefined || state === undefined || transport === undefined || !/^\d+$/.test(transport))
        throw new Error(`adb lists what is not understood: ${text}`)
      const transportId = BigInt(transport)
      return { serial, state, transportId, product: field('product'), model: field('model'), device: field('device') }
    })
}
