import type { AnyStateMachine } from 'xstate'
import type { FleetCounts } from './fleet-counts.ts'
import { chartOf, statesWithin, type ChartState } from '../packages/machines-inspector/src/charts/chart.ts'
import { mermaidOf } from '../packages/machines-inspector/src/charts/mermaid.ts'
import { coverageOf, type Part, type Proof } from '../packages/machines-inspector/src/charts/proof.ts'

interface DrawnMachine {
  /** Its file's name, and that of its drawing. */
  name: string
  /** Where it stands, from the repository's root. */
  file: string
  /** What it models, in a sentence. */
  purpose: string
  machine: AnyStateMachine
  /** What is proved of it; undefined where it has no requirements. */
  score?: ChartScore
  /** How often its transitions happened in the demo fleet, by name; undefined where nobody writes them down. */
  counts?: ReadonlyMap<string, number>
}

interface ChartScore {
  requirements: number
  /** How many of its mutants there are, and how many a requirement notices. */
  mutants: number
  killed: number
  /** By transition. */
  proofs: Record<string, Proof>
}

const cell = (text: string): string => text.replaceAll('|', '\\|').replaceAll('<', '&lt;')
const code = (text: string): string => `\`${text.replaceAll('|', '\\|')}\``

/** The state's path without the machine's name, which every one of its paths has in common. */
const shortPath = (path: string): string => path.split('.').slice(1).join('.') || '(all)'

function transitionRows(state: ChartState, counts: DrawnMachine['counts']): string[] {
  return state.transitions.map(({ name, event, guard, targets, actions }) =>
    [
      code(shortPath(state.path)),
      cell(event),
      guard === '' ? '' : `*${cell(guard)}*`,
      targets.length === 0 ? '–' : targets.map((target) => code(shortPath(target))).join(', '),
      cell(actions.join(', ')),
      ...(counts === undefined ? [] : [counts.get(name) ?? '–']),
    ].join(' | '),
  )
}

function section({ name, file, purpose, machine, counts }: DrawnMachine): string {
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
    ...(counts === undefined
      ? ['| in | when | if | to | doing |', '|---|---|---|---|---|']
      : ['| in | when | if | to | doing | in the demo fleet |', '|---|---|---|---|---|--:|']),
    ...states.flatMap((state) => transitionRows(state, counts)).map((row) => `| ${row} |`),
    '',
    '</details>',
    '',
  ].join('\n')
}

const partOf = ({ seen, all }: Part): string => (all === 0 ? '–' : `${seen} of ${all}`)

const sum = (numbers: readonly number[]): number => numbers.reduce((all, one) => all + one, 0)

/** What there is of some charts together, and what is proved of those that have requirements. */
function rowOf(name: string, purpose: string, machines: readonly DrawnMachine[]): string {
  const states = machines.map(({ machine }) => statesWithin(chartOf(machine)))
  const transitions = states.flat().map((state) => state.transitions.length)
  const scores = machines.flatMap(({ score }) => (score === undefined ? [] : [score]))
  const { taken, answers, pairs } = coverageOf(scores.flatMap(({ proofs }) => Object.values(proofs)))
  const noticed = { seen: sum(scores.map(({ killed }) => killed)), all: sum(scores.map(({ mutants }) => mutants)) }
  const requirements = sum(scores.map(({ requirements }) => requirements))
  const cells = [
    name,
    cell(purpose),
    sum(states.map(({ length }) => length - 1)), // The first of each is the machine.
    sum(transitions),
    requirements === 0 ? '–' : requirements,
    ...[taken, answers, pairs, noticed].map(partOf),
  ]
  return `| ${cells.join(' | ')} |`
}

/** One page with every chart, as GitHub shows it. */
export const chartsPage = (machines: readonly DrawnMachine[], { on, commit, minutes, phones }: FleetCounts): string =>
  [
    '# The charts',
    '',
    'Every behaviour of the console is one of these state charts, and so is what phones, shops, leases and jobs go through. They are drawn from the code',
    'by `npm run charts`; `npm run check` fails when a drawing is not what the code says. `npm test` checks the requirements of each on',
    'generated paths, and fails where one of its transitions is taken by none of them.',
    '',
    'How to read them: a box is a state and what it does (`runs` an actor for as long as it is current, `entry`, `exit`). A chip is a',
    'transition: the event, in brackets the condition, and behind `/` what is done where the state is not left. `✓` is the answer of an',
    'actor, `✗` its failure, `after` a delay, `at once` an event-less step, `↻` leads back to its own state. *In any state* stands for',
    'whichever state of its frame is current. A drawing that is opened by itself says of each chip, under the pointer, what is proved of it.',
    '',
    'The colours say how well that is. Requirements, sentences of SPEC and DESIGN in `tests/machines/requirements`, are checked on generated',
    'paths, and every mistake that can be made in a transition is made. Green: each of its mistakes is noticed. Amber: a path takes it, and some',
    'mistake in it is not noticed. Blue and dashed: no path takes it. Grey: the chart has no requirements yet. An underlined condition has',
    'answered only one way, or never. The bar below a chip is how many of the transitions that may come next have come next on some path.',
    '',
    '*Requirements* is how many sentences there are, *taken* the transitions that a path takes, *answers* what conditions answered (each can say',
    'yes and no), *pairs* each transition with each that may leave where it leads, and *mutants* the mistakes that are noticed; why others are',
    'not, stands in `tests/machines/survivors.ts`. `npm run mutate` tells which they are.',
    '',
    'The charts of phones, openings, leases, jobs and items also say how often each transition happens where people work: the number behind `×`, and',
    'the last column of their tables. It is what `npm run soak -- demo-fleet` counted: the demo fleet of `npm start`, from its first start on, in which',
    `people opened, closed and put back shops, took control of phones and lost it, ran scripts and saw to phones for ${minutes} minutes, while phones of its ${phones}`,
    `restarted, hung and crashed (${on}, ${commit}). [demo-fleet.json](demo-fleet.json) has what was counted. ×0 is what did not happen in`,
    'that time. What leaves a state as it is and leads nowhere from there has no number (–), because only what changes a state is written down.',
    '',
    '| chart | models | states | transitions | requirements | taken | answers | pairs | mutants |',
    '|---|---|--:|--:|--:|--:|--:|--:|--:|',
    ...machines.map((drawn) => rowOf(`[${drawn.name}](#${drawn.name})`, drawn.purpose, [drawn])),
    rowOf('**all**', '', machines),
    '',
    ...machines.map(section),
  ].join('\n')
