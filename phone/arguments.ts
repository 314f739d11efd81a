import { parseArgs } from 'node:util'

interface PhoneArguments {
  phones: number
  host: string
  /** Of the first phone; 0 lets each have a free one. */
  port: number
  /** Pixels. */
  width: number
  height: number
  serialPrefix: string
  /** The first two numbers of the phones' addresses. */
  network: string
}

const MAX_PHONES = 1_000
const MAX_PORT = 65_535
const SMALLEST_SIDE = 64
const LARGEST_SIDE = 4_096
const LAST_UNICAST = 223
/** Phones that change their address move on to the next networks, 63 at most. */
const LAST_NETWORK = 192

/** Reads the command line; a problem names the flag that is wrong. */
export function readArguments(args: string[]): PhoneArguments | { problem: string } {
  let values
  try {
    values = parseArgs({
      args,
      options: {
        phones: { type: 'string', default: '1' },
        port: { type: 'string', default: '5555' },
        host: { type: 'string', default: '127.0.0.1' },
        size: { type: 'string', default: '360x640' },
        'serial-prefix': { type: 'string', default: 'PD' },
        network: { type: 'string', default: '10.64' },
      },
    }).values
  } catch (error) {
    return { problem: error instanceof Error ? error.message : 'bad arguments' }
  }
  const phones = wholeNumber(values.phones, 1, MAX_PHONES)
  if (phones === undefined)
    return { problem: `--phones must be a number from 1 to ${MAX_PHONES}, not ${values.phones}` }
  const port = wholeNumber(values.port, 0, MAX_PORT)
  if (port === undefined) return { problem: `--port must be a number from 0 to ${MAX_PORT}, not ${values.port}` }
  if (port > 0 && port + phones - 1 > MAX_PORT) return { problem: `--port ${port} leaves no room for ${phones} phones` }
  const size = /^(\d{1,5})x(\d{1,5})$/.exec(values.size)
  const width = wholeNumber(size?.[1] ?? '', SMALLEST_SIDE, LARGEST_SIDE)
  const height = wholeNumber(size?.[2] ?? '', SMALLEST_SIDE, LARGEST_SIDE)
  if (width === undefined || height === undefined || width % 2 !== 0 || height % 2 !== 0) {
    return {
      problem: `--size must be WIDTHxHEIGHT, even numbers from ${SMALLEST_SIDE} to ${LARGEST_SIDE}, not ${values.size}`,
    }
  }
  const serialPrefix = values['serial-prefix']
  if (!/^[A-Za-z0-9-]{1,16}$/.test(serialPrefix)) {
    return { problem: `--serial-prefix must be 1 to 16 letters, digits or dashes, not ${serialPrefix}` }
  }
  const [, first, second] = /^(\d{1,3})\.(\d{1,3})$/.exec(values.network) ?? []
  if (
    wholeNumber(first ?? '', 1, LAST_UNICAST) === undefined ||
    wholeNumber(second ?? '', 0, LAST_NETWORK) === undefined
  )
    return { problem: `--network must be the first two numbers of addresses, as in 10.64, not ${values.network}` }
  if (values.host === '') return { problem: '--host must not be empty' }
  return { phones, port, host: values.host, width, height, serialPrefix, network: values.network }
}

function wholeNumber(text: string, least: number, most: number): number | undefined {
  const value = /^\d{1,7}$/.test(text) ? Number(text) : Number.NaN
  return value >= least && value <= most ? value : undefined
}
