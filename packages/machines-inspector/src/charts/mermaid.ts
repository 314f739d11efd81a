import { anywhereIn, edgesOf } from './chart-edges.ts'
import { chartOf, statesWithin, type ChartState, type ChartTransition } from './chart.ts'
import type { AnyStateMachine } from 'xstate'

/** Mermaid's names have no dots and must not be its keywords; its labels end at a line's end and must not hold these. */
const idOf = (path: string): string => path.replaceAll('.', '__')
const entities: Record<string, string> = {
  '"': '#quot;',
  ';': '#59;',
  ':': '#58;',
  '<': '#lt;',
  '>': '#gt;',
  '#': '#35;',
}
const textOf = (text: string): string => text.replaceAll(/["#:;<>]/g, (sign) => entities[sign] ?? sign)

const wordsOf = ({ event, guard }: ChartTransition): string => textOf(guard === '' ? event : `${event} [${guard}]`)

/** The machine's chart as Mermaid text, which GitHub draws. */
export function mermaidOf(machine: AnyStateMachine): string {
  const chart = chartOf(machine)
  // Mermaid can't lay out arrows at frames that stand in one of several regions.
  const edges = edgesOf(chart, { atFrames: statesWithin(chart).every(({ kind }) => kind !== 'parallel') })
  const froms = new Set(edges.map(({ from }) => from))
  const lines = ['stateDiagram-v2', '  direction TB']

  const draw = (state: ChartState, indent: string): void => {
    if (state.states.length === 0) {
      lines.push(`${indent}state "${textOf(state.name)}" as ${idOf(state.path)}`)
      if (state.kind === 'final') lines.push(`${indent}${idOf(state.path)} --> [*]`)
      return
    }
    lines.push(`${indent}state "${textOf(state.name)}" as ${idOf(state.path)} {`)
    const within = `${indent}  `
    const anywhere = anywhereIn(state.path)
    if (froms.has(anywhere)) lines.push(`${within}state "in any state" as ${idOf(anywhere)}`)
    for (const [index, child] of state.states.entries()) {
      if (state.kind === 'parallel' && index > 0) lines.push(`${within}--`)
      draw(child, within)
    }
    if (state.initial !== undefined) lines.push(`${within}[*] --> ${idOf(state.initial)}`)
    lines.push(`${indent}}`)
  }
  draw(chart, '  ')

  for (const { from, to, transitions } of edges)
    lines.push(`  ${idOf(from)} --> ${idOf(to)} : ${transitions.map(wordsOf).join('<br/>')}`)
  const marks = statesWithin(chart).flatMap(({ path }) => (froms.has(anywhereIn(path)) ? [idOf(anywhereIn(path))] : []))
  if (marks.length > 0)
    lines.push('  classDef anywhere font-style:italic,stroke-dasharray:4 3', `  class ${marks.join(',')} anywhere`)
  return `${lines.join('\n')}\n`
}
