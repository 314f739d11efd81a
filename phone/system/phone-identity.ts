/** What tells one phone from another. Resolution in pixels; battery in percent. */
export interface PhoneIdentity {
  serial: string
  model: string
  /** `ro.product.device`, also the host name. */
  device: string
  androidVersion: string
  apiLevel: number
  buildId: string
  width: number
  height: number
  density: number
  ip: string
  mac: string
  battery: number
}

const MODELS = [
  { model: 'Pixel 6', device: 'oriole' },
  { model: 'Pixel 6a', device: 'bluejay' },
  { model: 'Pixel 7', device: 'panther' },
  { model: 'Pixel 7a', device: 'lynx' },
  { model: 'Pixel 8', device: 'shiba' },
  { model: 'Pixel 8a', device: 'akita' },
]

const RELEASES = [
  { androidVersion: '13', apiLevel: 33, buildId: 'TQ3A.230901.001' },
  { androidVersion: '14', apiLevel: 34, buildId: 'AP2A.240905.003' },
  { androidVersion: '15', apiLevel: 35, buildId: 'AP4A.250205.002' },
]

/** The width, in pixels, at which Android's medium density (160) is meant. */
const WIDTH_AT_MEDIUM_DENSITY = 360

/**
 * The identity of the phone with that index, 0 to 65,535: always the same one, so that a fleet knows its phones again
 * after a restart.
 */
export function phoneIdentity(
  index: number,
  size: { width: number; height: number },
  serialPrefix = 'PD',
  network = '10.64',
): PhoneIdentity {
  const scrambled = scramble(index)
  const model = MODELS[scrambled % MODELS.length] ?? MODELS[0]
  const release = RELEASES[(scrambled >>> 4) % RELEASES.length] ?? RELEASES[0]
  if (!model || !release) throw new Error('there are no models')
  const slot = index + 2
  return {
    ...model,
    ...release,
    ...size,
    serial:
      `${serialPrefix}${(scrambled & 0xfff).toString(16).padStart(3, '0')}${index.toString(16).padStart(4, '0')}`.toUpperCase(),
    density: Math.round((160 * Math.min(size.width, size.height)) / WIDTH_AT_MEDIUM_DENSITY),
    // .0.2 onwards, never .0 or .255.
    ip: `${network}.${Math.floor(slot / 250)}.${(slot % 250) + 2}`,
    mac: `02:9d:${hexPair(scrambled >>> 8)}:${hexPair(scrambled)}:${hexPair(index >>> 8)}:${hexPair(index)}`,
    battery: 45 + ((scrambled >>> 8) % 55),
  }
}

function hexPair(value: number): string {
  return (value & 0xff).toString(16).padStart(2, '0')
}

/** Neighbouring indexes should not look alike: a bijection of 32 bits (Prospector's lowbias32). */
function scramble(index: number): number {
  let value = index + 1
  value = Math.imul(value ^ (value >>> 16), 0x7feb352d)
  value = Math.imul(value ^ (value >>> 15), 0x846ca68b)
  return (value ^ (value >>> 16)) >>> 0
}
