import { LimitExceeded, type Budget } from './budget.ts'
import {
  compileRegularExpression,
  type AssertKind,
  type Instruction,
  type RegularExpressionSyntax,
} from './regular-expression-parser.ts'

export interface RegularMatch {
  start: number
  end: number
  /** The text of each group, from 1 on; undefined for one that took no part. */
  groups: (string | undefined)[]
}

interface Thread {
  instruction: number
  saved: number[]
}

/** Steps that one search may take: well under a second. */
const MAX_STEPS = 3_000_000
const STEPS_PER_UNIT = 2_000

/**
 * A POSIX regular expression whose time is bounded by its own length times the text's: a shell command must not be able
 * to hold up the process, as it could with a backtracking matcher.
 */
export class RegularExpression {
  readonly #program: Instruction[]
  readonly #slots: number

  /** Throws CommandError on a bad expression. */
  constructor(source: string, syntax: RegularExpressionSyntax) {
    const { program, groups } = compileRegularExpression(source, syntax)
    this.#program = program
    this.#slots = (groups + 1) * 2
  }

  /** The first match at or behind `from`; of several there, the one that the expression prefers. */
  async search(text: string, from: number, budget: Budget): Promise<RegularMatch | undefined> {
    const steps = (text.length - from + 1) * this.#program.length
    if (steps > MAX_STEPS) throw new LimitExceeded('line too long for this expression')
    await budget.spend(steps / STEPS_PER_UNIT)
    return this.#run(text, from)
  }

  #run(text: string, from: number): RegularMatch | undefined {
    let threads: Thread[] = []
    let matched: number[] | undefined
    for (let position = from; ;) {
      const seen = new Set<number>()
      const ready: Thread[] = []
      for (const thread of threads) this.#follow(thread, text, position, seen, ready)
      if (!matched)
        this.#follow(
          { instruction: 0, saved: Array.from({ length: this.#slots }, () => -1) },
          text,
          position,
          seen,
          ready,
        )
      if (ready.length === 0 && matched) break
      const character = String.fromCodePoint(text.codePointAt(position) ?? 0)
      threads = []
      for (const thread of ready) {
        const instruction = this.#program[thread.instruction]
        if (instruction?.type === 'match') {
          // Threads behind this one are less preferred.
          matched = thread.saved
          break
        }
        if (position < text.length && instruction?.type === 'character' && instruction.matches(character)) {
          threads.push({ instruction: thread.instruction + 1, saved: thread.saved })
        }
      }
      if (position >= text.length) break
      position += character.length
    }
    return matched && toMatch(matched, text)
  }

  /** Follows everything that takes no character, in order of preference. */
  #follow(start: Thread, text: string, position: number, seen: Set<number>, ready: Thread[]): void {
    const stack: Thread[] = [start]
    for (let thread = stack.pop(); thread; thread = stack.pop()) {
      const { instruction: index, saved } = thread
      const instruction = this.#program[index]
      if (!instruction || seen.has(index)) continue
      seen.add(index)
      switch (instruction.type) {
        case 'jump':
          stack.push({ instruction: instruction.to, saved })
          break
        case 'split':
          stack.push({ instruction: instruction.second, saved }, { instruction: instruction.first, saved })
          break
        case 'save': {
          const copy = [...saved]
          copy[instruction.slot] = position
          stack.push({ instruction: index + 1, saved: copy })
          break
        }
        case 'assert':
          if (holds(instruction.kind, text, position)) stack.push({ instruction: index + 1, saved })
          break
        default:
          ready.push(thread)
      }
    }
  }
}

function toMatch(saved: number[], text: string): RegularMatch {
  const groups: (string | undefined)[] = []
  for (let slot = 2; slot < saved.length; slot += 2) {
    const start = saved[slot] ?? -1
    const end = saved[slot + 1] ?? -1
    groups.push(start < 0 || end < 0 ? undefined : text.slice(start, end))
  }
  return { start: saved[0] ?? 0, end: saved[1] ?? 0, groups }
}

function holds(kind: AssertKind, text: string, position: number): boolean {
  if (kind === 'start') return position === 0
  if (kind === 'end') return position === text.length
  const before = /\w/.test(text[position - 1] ?? '')
  const after = /\w/.test(text[position] ?? '')
  if (kind === 'boundary') return before !== after
  if (kind === 'inside') return before === after
  return kind === 'word-start' ? !before && after : before && !after
}
