import type { Gesture } from '../../../src/inspector/gestures.ts'
import type { Target } from '../../../src/inspector/targets.ts'

/** One thing that an operator does, or that happens to the page. */
export type WalkStep =
  | Gesture
  | { does: 'write'; target: Target; text: string }
  | { does: 'reload' }
  /** Somebody ends the session elsewhere. */
  | { does: 'end the session' }
  /** The network is away for a moment. */
  | { does: 'cut the network' }
  /** The broker cannot be reached for a moment, and everything else can. */
  | { does: 'cut off the broker' }
  /** The server is killed, and starts again. */
  | { does: 'kill the server' }

/** For people: a step in a few words. */
export function wordsOf(step: WalkStep): string {
  switch (step.does) {
    case 'press':
      return `presses ${step.target.kind} "${step.target.name}"${step.target.nth > 0 ? ` (${step.target.nth + 1})` : ''}`
    case 'press twice':
      return `presses ${step.target.kind} "${step.target.name}" twice`
    case 'fill':
      return `fills ${step.target.kind} "${step.target.name}" with "${step.value}"`
    case 'choose':
      return `chooses "${step.option}"${step.nth > 0 ? ` (${step.nth + 1})` : ''} in ${step.target.kind} "${step.target.name}"`
    case 'scroll':
      return `scrolls ${step.target.name} to ${step.left}, ${step.top}`
    case 'size':
      return `has a window of ${step.width} × ${step.height}`
    case 'write':
      return `writes "${step.text}" in ${step.target.kind} "${step.target.name}"`
    case 'key':
      return `presses ${step.key}`
    case 'open':
      return `opens ${step.path}`
    default:
      return step.does
  }
}
