const serverVersion = '3.3.3'

const logLevels = ['verbose', 'debug', 'info', 'warn', 'error'] as const
export type LogLevel = (typeof logLevels)[number]

/** What a scrcpy client asks of the server it starts; names and defaults are scrcpy's. */
export interface ServerOptions {
  /** 31 bits, or -1 for none */
  scid: number
  logLevel: LogLevel
  video: boolean
  audio: boolean
  control: boolean
  tunnelForward: boolean
  videoCodec: 'h264' | 'h265' | 'av1'
  videoEncoder: string
  videoSource: string
  /** bits a second; accepted, but a lossless encoder has no use for it */
  videoBitRate: number
  /** longer side in pixels, a multiple of 8; 0 for unlimited */
  maxSize: number
  /** 0 for unlimited */
  maxFps: number
  displayId: number
  newDisplay: boolean
  powerOn: boolean
  powerOffOnClose: boolean
  clipboardAutosync: boolean
  listEncoders: boolean
  listDisplays: boolean
  listApps: boolean
  listCameras: boolean
  sendDeviceMeta: boolean
  sendFrameMeta: boolean
  sendDummyByte: boolean
  sendCodecMeta: boolean
  /** options that change what a client would see and that this phone does not have */
  ignored: string[]
}

/** An argument that scrcpy's server refuses; its message is the server's. */
export class InvalidOption extends Error {}

/** What may come with any client and makes no difference on a virtual phone. */
const withoutEffect = new Set([
  'audio_codec',
  'audio_source',
  'audio_dup',
  'audio_bit_rate',
  'audio_codec_options',
  'audio_encoder',
  'video_codec_options',
  'show_touches',
  'stay_awake',
  'screen_off_timeout',
  'downsize_on_error',
  'cleanup',
  'camera_id',
  'camera_size',
  'camera_facing',
  'camera_ar',
  'camera_fps',
  'camera_high_speed',
  'vd_destroy_content',
  'vd_system_decorations',
  'display_ime_policy',
])

/**
 * Parses the arguments of `com.genymobile.scrcpy.Server`: its client's version, then key=value pairs.
 *
 * @throws InvalidOption
 */
export function parseServerOptions(args: string[]): ServerOptions {
  const [version, ...pairs] = args
  if (version === undefined) throw new InvalidOption('Missing client version')
  if (version !== serverVersion) {
    throw new InvalidOption(`The server version (${serverVersion}) does not match the client (${version})`)
  }

  const options = defaults()
  for (const pair of pairs) {
    const equals = pair.indexOf('=')
    if (equals === -1) throw new InvalidOption(`Invalid key=value pair: "${pair}"`)
    apply(options, pair.slice(0, equals), pair.slice(equals + 1))
  }
  return options
}

function defaults(): ServerOptions {
  return {
    scid: -1,
    logLevel: 'debug',
    video: true,
    audio: true,
    control: true,
    tunnelForward: false,
    videoCodec: 'h264',
    videoEncoder: '',
    videoSource: 'display',
    videoBitRate: 8_000_000,
    maxSize: 0,
    maxFps: 0,
    displayId: 0,
    newDisplay: false,
    powerOn: true,
    powerOffOnClose: false,
    clipboardAutosync: true,
    listEncoders: false,
    listDisplays: false,
    listApps: false,
    listCameras: false,
    sendDeviceMeta: true,
    sendFrameMeta: true,
    sendDummyByte: true,
    sendCodecMeta: true,
    ignored: [],
  }
}

const flags = {
  video: 'video',
  audio: 'audio',
  control: 'control',
  tunnel_forward: 'tunnelForward',
  power_on: 'powerOn',
  power_off_on_close: 'powerOffOnClose',
  clipboard_autosync: 'clipboardAutosync',
  list_encoders: 'listEncoders',
  list_displays: 'listDisplays',
  list_apps: 'listApps',
  list_cameras: 'listCameras',
  list_camera_sizes: 'listCameras',
  send_device_meta: 'sendDeviceMeta',
  send_frame_meta: 'sendFrameMeta',
  send_dummy_byte: 'sendDummyByte',
  send_codec_meta: 'sendCodecMeta',
} as const

function apply(options: ServerOptions, key: string, value: string): void {
  if (isKeyOf(flags, key)) {
    options[flags[key]] = flag(value)
    return
  }
  switch (key) {
    case 'scid':
      options.scid = integer(value, 16)
      if (options.scid < -1) throw new InvalidOption(`scid may not be negative (except -1 for 'none'): ${options.scid}`)
      break
    case 'log_level':
      options.logLevel = oneOf(logLevels, value.toLowerCase(), `Log level ${value} not supported`)
      break
    case 'video_codec':
      options.videoCodec = oneOf(['h264', 'h265', 'av1'], value, `Video codec ${value} not supported`)
      break
    case 'video_source':
      options.videoSource = oneOf(['display', 'camera'], value, `Video source ${value} not supported`)
      break
    case 'video_encoder':
      options.videoEncoder = value
      break
    case 'video_bit_rate':
      options.videoBitRate = integer(value, 10)
      break
    case 'max_size':
      options.maxSize = Math.max(0, integer(value, 10)) & ~7
      break
    case 'max_fps':
      options.maxFps = fps(value)
      break
    case 'display_id':
      options.displayId = integer(value, 10)
      break
    case 'new_display':
      options.newDisplay = true
      break
    case 'raw_stream':
      if (flag(value)) {
        options.sendDeviceMeta = false
        options.sendFrameMeta = false
        options.sendDummyByte = false
        options.sendCodecMeta = false
      }
      break
    default:
      if (!withoutEffect.has(key) && value !== '') options.ignored.push(key)
  }
}

const flag = (value: string) => value.toLowerCase() === 'true'

function integer(value: string, radix: 10 | 16): number {
  const digits = radix === 16 ? /^[+-]?[\da-f]+$/i : /^[+-]?\d+$/
  const number = Number.parseInt(value, radix)
  if (!digits.test(value) || number > 0x7fff_ffff || number < -0x8000_0000) {
    throw new InvalidOption(`For input string: "${value}"${radix === 16 ? ' under radix 16' : ''}`)
  }
  return number
}

function fps(value: string): number {
  const number = Number(value)
  if (value.trim() === '' || !Number.isFinite(number)) {
    throw new InvalidOption(`Invalid float value for max_fps: "${value}"`)
  }
  return number
}

function oneOf<const Allowed extends string>(allowed: readonly Allowed[], value: string, message: string): Allowed {
  const found = allowed.find((candidate) => candidate === value)
  if (found === undefined) throw new InvalidOption(message)
  return found
}

function isKeyOf<Table extends object>(table: Table, key: string): key is Extract<keyof Table, string> {
  return Object.hasOwn(table, key)
}
