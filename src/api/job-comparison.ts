import { fetchOutput } from './jobs.ts'

/** Lines of a comparison that are shown at most; whoever wants more copies both outputs. */
const maxLines = 2_000
/** Lines that may differ before outputs have nothing to do with each other: what is looked for grows with their square. */
const maxDifferent = 1_000
/** Lines around each difference. */
const context = 3

/** A line of a comparison: of both outputs, only of the majority's, only of this one. */
interface ComparedLine {
  of: 'both' | 'majority' | 'this'
  text: string
}

/** A stretch in which outputs differ, with the lines around it; it begins at this line of the one compared. */
interface ComparedPart {
  line: number
  lines: readonly ComparedLine[]
}

export interface OutputComparison {
  parts: readonly ComparedPart[]
  /** They differ in more than can be shown. */
  isCut: boolean
}

const kinds = { ' ': 'both', '-': 'majority', '+': 'this' } as const

const lineOf = (line: string): ComparedLine[] => {
  const mark = line.charAt(0)
  return mark === ' ' || mark === '-' || mark === '+' ? [{ of: kinds[mark], text: line.slice(1) }] : []
}

/** What is different in one output; undefined where they have next to nothing in common. */
export async function compareTexts(majority: string, text: string): Promise<OutputComparison | undefined> {
  const { structuredPatch } = await import('diff')
  const options = { context, maxEditLength: maxDifferent }
  const patch = structuredPatch('', '', majority, text, '', '', options)
  if (patch === undefined) return undefined
  let left = maxLines
  const parts: ComparedPart[] = []
  for (const { newStart, lines } of patch.hunks) {
    const shown = lines.flatMap(lineOf).slice(0, left)
    left -= shown.length
    if (shown.length > 0) parts.push({ line: newStart, lines: shown })
  }
  return { parts, isCut: left <= 0 }
}

/** Compares a text with what an item of a job said. */
export async function compareWithOutput(
  of: { job: number; item: number },
  text: string,
  signal: AbortSignal,
): Promise<OutputComparison | undefined> {
  return compareTexts((await fetchOutput(of, undefined, signal)).output, text)
}
