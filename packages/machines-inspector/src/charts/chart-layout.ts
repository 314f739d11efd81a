import ELK, { type ElkNode, type ElkPoint } from 'elkjs/lib/elk.bundled.js'
import { anywhereIn, edgesOf, type ChartEdge } from './chart-edges.ts'
import { statesWithin, type ChartState, type ChartTransition, type Counts } from './chart.ts'
import { wrapped, type DrawnText, type Span } from './drawn-text.ts'

/** A transition's words, as a chip on its arrow or, where it leads nowhere, in its state. */
export interface Chip extends DrawnText {
  transition: ChartTransition
  height: number
}

/** What stands in a state's box. */
interface StateWords {
  name: DrawnText
  /** What it runs, and does on entry and exit. */
  deeds: DrawnText[]
  chips: Chip[]
  width: number
  height: number
}

export interface Rectangle {
  x: number
  y: number
  width: number
  height: number
}

export interface PlacedState {
  path: string
  kind: ChartState['kind'] | 'anywhere'
  isFrame: boolean
  words: StateWords
  box: Rectangle
}

export interface PlacedArrow {
  edge: ChartEdge
  points: ElkPoint[]
  /** Where its chips stand, one below the other. */
  label: Rectangle
  chips: Chip[]
}

export interface ChartLayout {
  width: number
  height: number
  direction: 'DOWN' | 'RIGHT'
  /** From the outside in. */
  states: PlacedState[]
  arrows: PlacedArrow[]
  /** The boxes of states that something begins in. */
  beginnings: Rectangle[]
}

/** Pixels; those of text are about its baselines. */
export const metrics = {
  line: 15,
  nameLine: 20,
  /** Around what stands in a box. */
  inset: 12,
  /** Around a chip's words, and between chips. */
  chipInset: 7,
  chipAbove: 3,
  chipGap: 0,
  /** The arrow at the state that something begins in, with its dot. */
  beginning: 20,
}

/** Pixels at which words are wrapped. */
const widest = { arrow: 190, state: 250, frame: 330 }
/** What a drawing is looked at in: the layout that is legible there is taken. */
const paper = { width: 1_000, height: 1_200 }

/**
 * Beyond so many arrows states are placed by what is quick: what is best took 170 s for 60 states with 120 arrows, and this takes 2 s.
 */
const manyArrows = 50
const placementOf = (arrows: number): string => (arrows > manyArrows ? 'BRANDES_KOEPF' : 'NETWORK_SIMPLEX')

const elk = new ELK()
const options = {
  'elk.algorithm': 'layered',
  'elk.hierarchyHandling': 'INCLUDE_CHILDREN',
  'elk.edgeRouting': 'ORTHOGONAL',
  'elk.layered.cycleBreaking.strategy': 'DEPTH_FIRST',
  'elk.layered.mergeHierarchyEdges': 'false',
  'elk.edgeLabels.inline': 'true',
  'elk.spacing.nodeNode': '36',
  'elk.spacing.edgeNode': '24',
  'elk.spacing.edgeEdge': '16',
  'elk.spacing.edgeLabel': '6',
  'elk.layered.spacing.nodeNodeBetweenLayers': '28',
  'elk.layered.spacing.edgeNodeBetweenLayers': '18',
  'elk.layered.spacing.edgeEdgeBetweenLayers': '12',
  'json.edgeCoords': 'ROOT',
  'json.shapeCoords': 'ROOT',
}

/** Whether it leaves its state and enters it again: an arrow would only circle. */
const isAgain = (state: ChartState, { targets }: ChartTransition): boolean =>
  targets.length > 0 && targets.every((target) => target === state.path)

interface Around {
  counts: Counts
  before?: Span[]
  behind?: Span[]
}

function chipOf(transition: ChartTransition, limit: number, { counts, before = [], behind = [] }: Around): Chip {
  const { name, event, guard } = transition
  const spans: Span[] = [...before, { kind: 'event', text: event }]
  if (guard !== '') spans.push({ kind: 'guard', text: `[${guard}]` })
  const count = counts.get(name)
  if (count !== undefined) spans.push({ kind: 'count', text: `×${count}` })
  const { lines, width } = wrapped([...spans, ...behind], limit)
  return {
    transition,
    lines,
    width: width + 2 * metrics.chipInset,
    height: lines.length * metrics.line + 2 * metrics.chipAbove,
  }
}

const heightOf = (chips: readonly Chip[]): number =>
  chips.reduce((sum, { height }) => sum + height + metrics.chipGap, -metrics.chipGap)

const widthOf = (texts: readonly DrawnText[]): number => Math.max(0, ...texts.map(({ width }) => width))

function wordsOf(state: ChartState, counts: Counts): StateWords {
  const limit = state.states.length > 0 ? widest.frame : widest.state
  const name = wrapped([{ kind: 'name', text: state.name }], limit)
  const deeds = [
    ...[...new Set(state.invokes)].map((actor) => `runs ${actor}`),
    ...state.entry.map((action) => `entry / ${action}`),
    ...state.exit.map((action) => `exit / ${action}`),
  ].map((text) => wrapped([{ kind: 'doing', text }], limit))
  const chips = state.transitions
    .filter((transition) => transition.targets.length === 0 || isAgain(state, transition))
    .map((transition) =>
      chipOf(transition, limit, {
        counts,
        before: isAgain(state, transition) ? [{ kind: 'event', text: '↻' }] : [],
        behind: transition.actions.length === 0 ? [] : [{ kind: 'doing', text: `/ ${transition.actions.join(', ')}` }],
      }),
    )
  const deedLines = deeds.reduce((sum, { lines }) => sum + lines.length, 0)
  return {
    name,
    deeds,
    chips,
    width: widthOf([name, ...deeds, ...chips]) + 2 * metrics.inset,
    height:
      metrics.nameLine +
      deedLines * metrics.line +
      (chips.length === 0 ? 0 : heightOf(chips) + 6) +
      2 * (metrics.inset - 4),
  }
}

const anywhereWords = (): StateWords => {
  const name = wrapped([{ kind: 'name', text: 'in any state' }], widest.state)
  return {
    name,
    deeds: [],
    chips: [],
    width: name.width + 2 * metrics.inset,
    height: metrics.nameLine + 2 * (metrics.inset - 4),
  }
}

/** Where everything stands, as the Eclipse Layout Kernel lays it out: by hierarchy, with arrows in right angles. */
export async function layoutOf(chart: ChartState, counts: Counts = new Map()): Promise<ChartLayout> {
  const down = await laidOut(chart, counts, 'DOWN')
  if (scaleOf(down) === 1) return down
  const right = await laidOut(chart, counts, 'RIGHT')
  return scaleOf(right) > scaleOf(down) ? right : down
}

const scaleOf = ({ width, height }: ChartLayout): number => Math.min(1, paper.width / width, paper.height / height)

async function laidOut(chart: ChartState, counts: Counts, direction: ChartLayout['direction']): Promise<ChartLayout> {
  const isDown = direction === 'DOWN'
  const all = statesWithin(chart)
  const again = new Set(all.flatMap((state) => state.transitions.filter((one) => isAgain(state, one))))
  const edges = edgesOf(chart)
    .map((edge) => ({ ...edge, transitions: edge.transitions.filter((one) => !again.has(one)) }))
    .filter(({ transitions }) => transitions.length > 0)
  const froms = new Set(edges.map(({ from }) => from))
  const placed = new Map<string, Omit<PlacedState, 'box'>>()

  const nodeOf = (state: ChartState): ElkNode => {
    const words = wordsOf(state, counts)
    const { path, kind } = state
    const isFrame = state.states.length > 0
    placed.set(path, { path, kind, isFrame, words })
    if (!isFrame) return { id: path, width: words.width, height: words.height }
    const anywhere = anywhereIn(path)
    const children: ElkNode[] = []
    if (froms.has(anywhere)) {
      const words = anywhereWords()
      placed.set(anywhere, { path: anywhere, kind: 'anywhere', isFrame: false, words })
      children.push({ id: anywhere, width: words.width, height: words.height })
    }
    children.push(...state.states.map(nodeOf))
    return {
      id: path,
      children,
      layoutOptions: {
        'elk.padding': isDown
          ? `[top=${words.height},left=34,bottom=24,right=24]`
          : `[top=${words.height + metrics.beginning},left=24,bottom=24,right=24]`,
        'elk.nodeSize.constraints': 'MINIMUM_SIZE',
        // ELK lays out to the right, and turns what is to be laid out downwards: this it forgets to turn.
        'elk.nodeSize.minimum': isDown ? `(${words.height},${words.width})` : `(${words.width},${words.height})`,
      },
    }
  }
  const chips = edges.map(({ transitions }) => transitions.map((one) => chipOf(one, widest.arrow, { counts })))
  const root: ElkNode = await elk.layout(
    {
      id: '^',
      children: [nodeOf(chart)],
      edges: edges.map(({ from, to }, index) => ({
        id: String(index),
        sources: [from],
        targets: [to],
        labels: [
          { id: `words ${index}`, text: ' ', width: widthOf(chips[index] ?? []), height: heightOf(chips[index] ?? []) },
        ],
      })),
      layoutOptions: { 'elk.padding': '[top=12,left=12,bottom=12,right=12]' },
    },
    {
      layoutOptions: {
        ...options,
        'elk.layered.nodePlacement.strategy': placementOf(edges.length),
        'elk.direction': direction,
      },
    },
  )

  const boxes = new Map<string, Rectangle>()
  const place = (node: ElkNode): void => {
    boxes.set(node.id, rectangleOf(node))
    for (const child of node.children ?? []) place(child)
  }
  place(root)
  const boxOf = (path: string): Rectangle => {
    const box = boxes.get(path)
    if (box === undefined) throw new Error(`${path} has no place in the drawing`)
    return box
  }
  return {
    width: Math.ceil(root.width ?? 0),
    height: Math.ceil(root.height ?? 0),
    direction,
    states: [...placed.values()].map((state) => ({ ...state, box: boxOf(state.path) })),
    arrows: edges.map((edge, index) => {
      const laid = root.edges?.[index]
      const [section] = laid?.sections ?? []
      const [label] = laid?.labels ?? []
      if (section === undefined || label === undefined) throw new Error(`no way from ${edge.from} to ${edge.to}`)
      return {
        edge,
        points: [section.startPoint, ...(section.bendPoints ?? []), section.endPoint],
        label: rectangleOf(label),
        chips: chips[index] ?? [],
      }
    }),
    beginnings: all.flatMap(({ initial }) => (initial === undefined ? [] : [boxOf(initial)])),
  }
}

const rectangleOf = ({ x = 0, y = 0, width = 0, height = 0 }: Partial<Rectangle>): Rectangle => ({
  x,
  y,
  width,
  height,
})
