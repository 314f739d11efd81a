import type { ChartPath, Places } from './chart-path.ts'
import { deedsOf, type Move, type StepRecord } from './conversation.ts'
import type { FoundMachine } from '../../../scripts/find-machines.mjs'
import type { Story } from './story.ts'

/** A step as its page tells it. */
interface ToldStep extends StepRecord {
  title: string
  does: string
}

const code = (leaves: readonly string[]): string => `\`${leaves.join(' · ')}\``

/** A move on one line; of parallel regions only those that it changes. */
export function moveLine({ event, before, after, way }: Move, path: ChartPath): string {
  const now = path.leavesOf(after)
  if (before === undefined) return `- ● → ${code(now)}`
  const was = path.leavesOf(before)
  const gone = was.filter((leaf) => !now.includes(leaf))
  const come = now.filter((leaf) => !was.includes(leaf))
  const guard = way.find((each) => each.event === event)?.guard ?? ''
  const happened = `**${event}**${guard === '' ? '' : ` *${guard}*`}`
  const deeds = deedsOf(way)
  if (come.length === 0) return `- ${code(was)} — ${happened} ↺${deeds === '' ? '' : ` ${deeds}`}`
  return `- ${code(gone)} — ${happened} → ${code(come)}`
}

/** The same, said once where it is repeated. */
const once = (lines: readonly string[]): string[] => lines.filter((line, index) => line !== lines[index - 1])

/** As GitHub makes it of a heading. */
const anchor = (index: number, title: string): string =>
  `${index + 1}-${title
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N} _-]/gu, '')
    .replaceAll(' ', '-')}`

/** One page: what the operator wants, the chart with the path lit, and step by step what was done, shown and said. */
export function storyPage(
  story: Story,
  { steps, isWhole }: { steps: readonly ToldStep[]; isWhole: boolean },
  path: ChartPath,
  found: FoundMachine,
): string {
  const { name, title, wants, shows, screen, noun, quiet } = story
  return [
    `<!-- Made by npm run stories, from tests/e2e/stories/${name}.ts: change that, and make it anew. -->`,
    '',
    `# ${title}`,
    '',
    wants,
    '',
    '| | |',
    '|---|---|',
    `| Specification | ${shows.join(' · ')} |`,
    `| Chart | [\`${path.id}\`](../machines/${found.name}.svg), in [${found.file}](../../${found.file}) |`,
    `| Screen | [${screen}](../../${screen}) |`,
    `| Server | [${noun}](../../${noun}) |`,
    ...(quiet === undefined
      ? []
      : [`| Left out where they lead nowhere | ${quiet.map((event) => `\`${event}\``).join(', ')} |`]),
    '',
    ...steps.map(({ title }, index) => `${index + 1}. [${title}](#${anchor(index, title)})`),
    '',
    `![The chart of ${path.id}, with the path of this walk lit; the numbers are those of the steps](${name}/chart.svg)`,
    ...(isWhole
      ? []
      : [
          '',
          `The chart is a large one: this is what was walked of it. [The whole of it](../machines/${found.name}.svg).`,
        ]),
    '',
    ...steps.flatMap(({ title, does, moves, messages, at }, index) => [
      `## ${index + 1}. ${title}`,
      '',
      does,
      '',
      ...(at === undefined ? [] : [`\`${path.id}\` is in ${code(path.leavesOf(at))}.`, '']),
      ...(moves.length === 0 ? [] : [...once(moves.map((move) => moveLine(move, path))), '']),
      `![What the page shows: ${title}](${name}/${index + 1}.webp)`,
      '',
      ...(messages.length === 0 ? [] : [`![Who says what to whom: ${title}](${name}/${index + 1}.svg)`, '']),
    ]),
    '---',
    '',
    'All stories: [the guide](README.md).',
    '',
  ].join('\n')
}

/** A move as it is read from a page. */
interface ReadMove {
  event: string
  before: readonly string[] | undefined
  /** Undefined where it stayed where it was. */
  after: readonly string[] | undefined
}

const leavesIn = (text: string | undefined): string[] | undefined => text?.split(' · ')

/** What a page says of its chart: the machine's name, every move, and where each step ended. */
export function readPage(text: string): { chart: string; moves: ReadMove[]; ends: string[][]; pictures: string[] } {
  const moves = [
    ...text.matchAll(/^- (?:● → `([^`]+)`|`([^`]+)` — \*\*([^*]+)\*\*(?: \*[^*]+\*)? (?:→ `([^`]+)`|↺.*))$/gm),
  ]
  return {
    chart: /^\| Chart \| \[`(\w+)`\]/m.exec(text)?.[1] ?? '',
    moves: moves.map(([, first, before, event = '●', after]) => ({
      event,
      before: leavesIn(before),
      after: leavesIn(first ?? after),
    })),
    ends: [...text.matchAll(/^`\w+` is in `([^`]+)`\.$/gm)].map(([, leaves]) => leavesIn(leaves) ?? []),
    pictures: [...text.matchAll(/!\[[^\]]*\]\(([^)]+)\)/g)].map(([, file = '']) => file),
  }
}

/** What is wrong with the path that a page tells: a state or an event that the chart does not have, or no way from one to the next. */
export function faultsOfPath(
  { moves, ends }: Pick<ReturnType<typeof readPage>, 'moves' | 'ends'>,
  path: ChartPath,
): string[] {
  const faults: string[] = []
  const known = (leaves: readonly string[] = []): boolean => {
    const strange = leaves.filter((leaf) => !path.has(`${path.id}.${leaf}`))
    faults.push(...strange.map((leaf) => `${path.id} has no state ${leaf}`))
    return strange.length === 0
  }
  for (const leaves of ends) known(leaves)
  let now: Places | undefined
  for (const { event, before, after } of moves) {
    if (!known(before) || !known(after)) return faults
    if (event !== '●' && !path.events.has(event)) faults.push(`${path.id} has no event ${event}`)
    const from = event === '●' || now === undefined ? undefined : path.with(now, before ?? [])
    const isThere = event === '●' || (before ?? []).every((leaf) => now?.has(`${path.id}.${leaf}`) === true)
    if (!isThere) faults.push(`${path.id} is not in ${before?.join(' · ')} when ${event} comes`)
    const to = after === undefined ? from : path.with(from ?? new Set(), after)
    if (to === undefined || path.way(from, event, to) === undefined)
      faults.push(
        `${path.id}: ${event} leads from ${before?.join(' · ') ?? 'the beginning'} nowhere near ${after?.join(' · ') ?? 'itself'}`,
      )
    now = to
  }
  return faults
}
