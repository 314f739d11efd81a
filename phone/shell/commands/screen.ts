import { FileSink } from '../byte-stream.ts'
import { parseOptions } from '../command-options.ts'
import { CommandError, pathOf, type Command, type CommandContext } from '../command.ts'
import { pause } from '../process-signal.ts'
import type { PhoneDisplay } from '../../system/phone-display.ts'
import { keycodeOf } from '../keycodes.ts'

const INPUT_SOURCES = new Set(['touchscreen', 'keyboard', 'mouse', 'dpad', 'stylus', 'touchpad', 'trackball'])
/** Time between two points of a swipe, in milliseconds. */
const SWIPE_STEP = 10
const MAX_SWIPE = 60_000
const MAX_TEXT = 10_000

/** `input [source] tap|swipe|draganddrop|text|keyevent|press ...`. */
export const input: Command = async (context) => {
  const words = context.args.filter((argument, index, all) => argument !== '-d' && all[index - 1] !== '-d')
  if (INPUT_SOURCES.has(words[0] ?? '')) words.shift()
  const [verb, ...rest] = words
  const screen = await context.phone.screen()
  switch (verb) {
    case 'tap': {
      const [x, y] = coordinates(rest, 2)
      screen.touch('down', 0, x, y)
      screen.touch('up', 0, x, y)
      return 0
    }
    case 'swipe':
    case 'draganddrop':
      await swipe(context, screen, rest)
      return 0
    case 'motionevent': {
      const action = ({ DOWN: 'down', UP: 'up', MOVE: 'move', CANCEL: 'cancel' } as const)[rest[0]?.toUpperCase() ?? '']
      if (!action) throw new CommandError(`Invalid motionevent ${rest[0] ?? ''}`, 255)
      const [x, y] = coordinates(rest.slice(1), 2)
      screen.touch(action, 0, x, y)
      return 0
    }
    case 'text': {
      const [text = ''] = rest
      if (text.length > MAX_TEXT) throw new CommandError('text too long', 255)
      screen.text(text.replaceAll('%s', ' '))
      return 0
    }
    case 'keyevent':
      pressKeys(screen, rest)
      return 0
    default:
      throw new CommandError(`Unknown command: ${verb ?? ''}`, 255)
  }
}

function coordinates(words: string[], count: 2): [number, number]
function coordinates(words: string[], count: 4): [number, number, number, number]
function coordinates(words: string[], count: number): number[] {
  const numbers = words.slice(0, count).map(Number)
  if (numbers.length < count || numbers.some((number) => !Number.isFinite(number))) {
    throw new CommandError('Invalid arguments for command', 255)
  }
  return numbers
}

async function swipe(context: CommandContext, screen: PhoneDisplay, words: string[]): Promise<void> {
  const [fromX, fromY, toX, toY] = coordinates(words, 4)
  const duration = Math.min(Number(words[4] ?? 300), MAX_SWIPE)
  if (!(duration >= 0)) throw new CommandError('Invalid arguments for command', 255)
  const steps = Math.max(1, Math.round(duration / SWIPE_STEP))
  let lifted = false
  screen.touch('down', 0, fromX, fromY)
  try {
    for (let step = 1; step <= steps; step += 1) {
      await pause(SWIPE_STEP, context.signal)
      const share = step / steps
      screen.touch('move', 0, fromX + (toX - fromX) * share, fromY + (toY - fromY) * share)
    }
    lifted = true
    screen.touch('up', 0, toX, toY)
  } finally {
    // A killed swipe must not leave a finger on the glass.
    if (!lifted) screen.touch('cancel', 0, toX, toY)
  }
}

function pressKeys(screen: PhoneDisplay, words: string[]): void {
  const keys = words.filter((word) => !word.startsWith('--'))
  if (keys.length === 0) throw new CommandError('Argument expected after "keyevent"', 255)
  for (const key of keys) {
    const code = keycodeOf(key)
    if (code === undefined) throw new CommandError(`Error: Unknown keycode ${key}`, 255)
    screen.key('down', code)
    screen.key('up', code)
  }
}

/** Android's numbers of four bytes a pixel, and of colours of which it says no more. */
const RGBA_8888 = 1
const COLORS_UNKNOWN = 0

/** Pixels behind their size and format. */
function rawPicture(screen: PhoneDisplay): Buffer {
  const header = Buffer.alloc(16)
  for (const [index, field] of [screen.width, screen.height, RGBA_8888, COLORS_UNKNOWN].entries())
    header.writeUInt32LE(field, index * 4)
  return Buffer.concat([header, screen.rgba()])
}

/** `screencap [-p] [file]`: a PNG with -p and into files that are called so, otherwise raw; to a file or to stdout. */
export const screencap: Command = async (context) => {
  const options = parseOptions(context.args, { flags: 'hp', values: 'd' })
  const [file] = options.operands
  const screen = await context.phone.screen()
  const picture = options.has('p') || file?.endsWith('.png') ? await screen.png() : rawPicture(screen)
  if (file === undefined) await context.stdout.write(picture)
  else {
    const sink = new FileSink(context.files.openWrite(pathOf(context, file), { append: false }))
    try {
      await sink.write(picture)
    } finally {
      sink.close()
    }
  }
  return 0
}

/** `screenrecord` has no encoder here that could end a file; the picture comes through scrcpy. */
export const screenrecord: Command = () => {
  throw new CommandError('not supported; use screencap')
}
