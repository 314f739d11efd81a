import type { AnyStateMachine } from 'xstate'
import { chartOf, statesWithin, type ChartState } from './chart.ts'
import { mermaidOf } from './mermaid.ts'

export interface DrawnMachine {
  /** Its file's name, and that of its drawing. */
  name: string
  /** Where it stands, from the repository's root. */
  file: string
  /** What it models, in a sentence. */
  purpose: string
  machine: AnyStateMachine
  /** How many of its mutants there are, and how many a requirement notices; undefined where it has none. */
  score?: { mutants: number; killed: number }
}

const cell = (text: string): string => text.replaceAll('|', '\\|').replaceAll('<', '&lt;')
const code = (text: string): string => `\`${text.replaceAll('|', '\\|')}\``

/** The state's path without the machine's name, which every one of its paths has in common. */
const shortPath = (path: string): string => path.split('.').slice(1).join('.') || '(all)'

function transitionRows(state: ChartState): string[] {
  return state.transitions.map(({ event, guard, targets, actions }) =>
    [
      code(shortPath(state.path)),
      cell(event),
      guard === '' ? '' : `*${cell(guard)}*`,
      targets.length === 0 ? '–' : targets.map((target) => code(shortPath(target))).join(', '),
      cell(actions.join(', ')),
    ].join(' | '),
  )
}

function section({ name, file, purpose, machine }: DrawnMachine): string {
  const states = statesWithin(chartOf(machine))
  const described = states.filter(({ description }) => description !== '')
  return [
    `## ${name}`,
    '',
    `${purpose} ([source](../../${file}))`,
    '',
    `[![The chart of ${name}](${name}.svg)](${name}.svg)`,
    '',
    ...described.map(({ path, description }) => `- **${shortPath(path)}**: ${description}`),
    '',
    '<details><summary>As Mermaid</summary>',
    '',
    '```mermaid',
    mermaidOf(machine).trimEnd(),
    '```',
    '',
    '</details>',
    '',
    '<details><summary>Every transition</summary>',
    '',
    '| in | when | if | to | doing |',
    '|---|---|---|---|---|',
    ...states.flatMap(transitionRows).map((row) => `| ${row} |`),
    '',
    '</details>',
    '',
  ].join('\n')
}

/** One page with every chart, as GitHub shows it. */
export const chartsPage = (machines: readonly DrawnMachine[]): string =>
  [
    '# The charts',
    '',
    'Every behaviour of the console is one of these state charts, and so is what phones, shops, leases and jobs go through. They are drawn from the code',
    'by `npm run charts`; `npm run check` fails when a drawing is not what the code says. `npm test` replays every shortest path',
    'through each of them on a running actor, and requires that every transition was taken.',
    '',
    'How to read them: a box is a state and what it does (`runs` an actor for as long as it is current, `entry`, `exit`, and what',
    'happens without leaving it). An arrow bears the event and, in brackets, the condition. `✓` is the answer of an actor, `✗` its',
    'failure, `after` a delay, `at once` an event-less step. *In any state* stands for whichever state of its frame is current.',
    '',
    'The colour of an arrow is how well it is tested. Requirements, sentences of SPEC and DESIGN in `tests/machines/requirements`, are checked',
    'on generated paths, and every mistake that can be made in a transition is made. Green: each of them is noticed. Amber: a path takes it, and some',
    'mistake in it is not noticed. Blue and dashed: no path takes it. Grey: the chart has no requirements yet. *Mutants* are all of those mistakes',
    'and how many are noticed; why others are not, stands in `tests/machines/survivors.ts`. `npm run mutate` tells which they are.',
    '',
    '| chart | models | states | transitions | mutants | noticed |',
    '|---|---|--:|--:|--:|--:|',
    ...machines.map(({ name, purpose, machine, score }) => {
      const states = statesWithin(chartOf(machine))
      const transitions = states.reduce((sum, state) => sum + state.transitions.length, 0)
      const tested =
        score === undefined ? '– | –' : `${score.mutants} | ${Math.floor((100 * score.killed) / score.mutants)} %`
      return `| [${name}](#${name}) | ${cell(purpose)} | ${states.length - 1} | ${transitions} | ${tested} |`
    }),
    '',
    ...machines.map(section),
  ].join('\n')
