import type { UnreachableState } from '../domain/box-protocol.ts'

/** A phone as an adb server lists it. */
export interface ListedPhone {
  /** What the adb server calls it: a USB phone's serial number, a network phone's `host:port`. */
  serial: string
  /** `device` can be spoken to; of `offline`, `unauthorized`, `no permissions` and the rest, adb has only the name. */
  state: string
  transportId: bigint
  /** Where it is plugged in, `usb:1-1.2`. */
  path: string | undefined
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

/**
 * adb's states; behind the last it says what to do about it. A serial number may have blanks in it, `(no serial number)` and a
 * second name of the network's among them, so that only a known state tells where it ends.
 */
const line =
  /^(?<serial>\S.*?)\s+(?<state>device|offline|unauthorized|authorizing|connecting|bootloader|host|recovery|rescue|sideload|detached|unknown|no permissions)(?=\s)(?<rest>.*)$/
/** With a state of adb's that is not known here. */
const otherLine = /^(?<serial>\S+)\s+(?<state>\S+)(?<rest>.*)$/

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
      const { serial, state, rest = '' } = (line.exec(text) ?? otherLine.exec(text))?.groups ?? {}
      const field = (name: string): string | undefined => new RegExp(`(?:^|\\s)${name}:(\\S+)`).exec(rest)?.[1]
      const transport = field('transport_id')
      if (serial === undefined || state === undefined || transport === undefined || !/^\d+$/.test(transport))
        throw new Error(`adb lists what is not understood: ${text}`)
      const transportId = BigInt(transport)
      const path = /(?:^|\s)(usb:\S+)/.exec(rest)?.[1]
      const [product, model, device] = [field('product'), field('model'), field('device')]
      return { serial, state, transportId, path, product, model, device }
    })
}
