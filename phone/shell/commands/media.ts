import { CommandError, type Command } from '../command.ts'

/** AudioManager.STREAM_MUSIC: the only stream that this phone has. */
const MUSIC = 3

/** `media volume [--show] [--stream 3] [--set step] [--adj raise|lower|same] [--get]`, also as `cmd media_session`. */
export const media: Command = async ({ args: [verb, ...options], phone: { volume }, stdout }) => {
  if (verb !== 'volume') throw new CommandError(`Unknown command: ${verb ?? ''}`, 255)
  const queue = [...options]
  const valueOf = (option: string): string => {
    const value = queue.shift()
    if (value === undefined) throw new CommandError(`Argument expected after "${option}"`, 255)
    return value
  }
  let change: (() => void) | undefined
  let [shows, gets] = [false, false]
  for (let option = queue.shift(); option !== undefined; option = queue.shift()) {
    switch (option) {
      case '--show':
        shows = true
        break
      case '--stream': {
        const stream = integer(valueOf(option))
        if (stream !== MUSIC) throw new CommandError(`Error: no stream ${stream} on this phone`, 255)
        await stdout.line('[V] will control stream=3 (STREAM_MUSIC)')
        break
      }
      case '--set': {
        const step = integer(valueOf(option))
        await stdout.line(`[V] will set volume to index=${step}`)
        change = () => {
          if (step < 0 || step > volume.max) {
            const range = `should be in [0..${volume.max}]`
            throw new CommandError(`Error: invalid volume index ${step} for stream ${MUSIC} (${range})`, 255)
          }
          volume.level = step
        }
        break
      }
      case '--adj': {
        const direction = valueOf(option)
        await stdout.line('[V] will adjust volume')
        change = () => {
          if (direction === 'raise') volume.raise()
          else if (direction === 'lower') volume.lower()
          else if (direction !== 'same') {
            const expected = 'expected lower|same|raise'
            throw new CommandError(`Error: no valid volume adjustment, was ${direction}, ${expected}`, 255)
          }
        }
        break
      }
      case '--get':
        await stdout.line('[V] will get volume')
        gets = true
        break
      default:
        throw new CommandError(`Unknown argument ${option}`, 255)
    }
  }
  await stdout.line('[V] Connecting to AudioService')
  change?.()
  if (shows) volume.show()
  if (gets) await stdout.line(`[V] volume is ${volume.level} in range [0..${volume.max}]`)
  return 0
}

function integer(text: string): number {
  if (!/^-?\d{1,9}$/.test(text)) throw new CommandError(`For input string: "${text}"`, 255)
  return Number(text)
}
