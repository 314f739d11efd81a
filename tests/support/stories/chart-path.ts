import type { AnyStateMachine, StateValue } from 'xstate'
import {
  actionName,
  chartOf,
  currentPaths,
  eventName,
  nodesWithin,
  statesWithin,
  transitionsOf,
  type ChartState,
  type ChartTransition,
} from './inspector.ts'

/** The states that are current at once: paths, with those around them. */
export type Places = ReadonlySet<string>

/** So many transitions follow each other at once at most: those of the chart's own accord, and of what it raises. */
const maxChain = 6

const parentOf = (path: string): string => path.slice(0, path.lastIndexOf('.'))
const isWithin = (path: string, outer: string): boolean => path.startsWith(`${outer}.`)
const isRelated = (one: string, other: string): boolean => one === other || isWithin(one, other) || isWithin(other, one)
const keyOf = (places: Places): string => [...places].toSorted((a, b) => (a < b ? -1 : 1)).join()

interface Reached {
  places: Places
  way: ChartTransition[]
  /** The states that the transitions of the way left, or answered in. */
  sources: string[]
}

/** Which ways lead through a chart, whatever its guards say: read from its definition. */
export class ChartPath {
  readonly id: string
  readonly #machine: AnyStateMachine
  readonly #states: ReadonlyMap<string, ChartState>
  readonly #raised: ReadonlySet<string>

  constructor(machine: AnyStateMachine) {
    this.id = machine.id
    this.#machine = machine
    const all = statesWithin(chartOf(machine))
    this.#states = new Map(all.map((state) => [state.path, state]))
    const deeds = all.flatMap(({ entry, exit, transitions }) => [
      ...entry,
      ...exit,
      ...transitions.flatMap(({ actions }) => actions),
    ])
    // What an action of that name raises stands beside the chart.
    deeds.push(...Object.values(machine.implementations.actions ?? {}).map(actionName))
    this.#raised = new Set(deeds.flatMap((deed) => /^raise (.+)$/.exec(deed)?.[1] ?? []))
  }

  /** The events of the chart, in its words. */
  get events(): ReadonlySet<string> {
    return new Set([...this.#states.values()].flatMap(({ transitions }) => transitions.map(({ event }) => event)))
  }

  has(path: string): boolean {
    return this.#states.has(path)
  }

  placesOf(value: StateValue): Places {
    return new Set(currentPaths(this.id, value))
  }

  /** The innermost states, without the machine's name. */
  leavesOf(places: Places): string[] {
    return [...this.#states.keys()]
      .filter((path) => places.has(path) && ![...places].some((other) => isWithin(other, path)))
      .map((path) => path.slice(this.id.length + 1))
  }

  /** The same places where a region, or all, has become what is named. Those that cannot be current together with it are left. */
  with(places: Places, leaves: readonly string[]): Places {
    const paths = leaves.map((leaf) => `${this.id}.${leaf}`)
    const excludes = (one: string, other: string): boolean => {
      if (one === other || isWithin(one, other) || isWithin(other, one)) return false
      let shared = parentOf(one)
      while (!isWithin(other, shared)) shared = parentOf(shared)
      return this.#states.get(shared)?.kind !== 'parallel'
    }
    const kept = [...places].filter(
      (place) => !paths.some((path) => excludes(path, place) || (isWithin(place, path) && !paths.includes(place))),
    )
    return new Set([...kept, ...paths.flatMap((path) => [path, ...this.#around(path)])])
  }

  /** An event of a recording in the chart's words, as the transition says it that takes it in these places. */
  wordsOf(type: string, places: Places): string {
    const nodes = nodesWithin(this.#machine.root).filter((node) => places.has([this.id, ...node.path].join('.')))
    for (const node of nodes.toReversed())
      for (const transition of transitionsOf(node))
        if (String(transition.eventType) === type) return eventName(transition, node)
    return type
  }

  /**
   * The transitions that lead from one to the other when this happens, as few as can be, those that are known to be `taken` first;
   * undefined where none do.
   */
  way(
    before: Places | undefined,
    event: string,
    after: Places,
    taken: readonly string[] = [],
  ): ChartTransition[] | undefined {
    return (
      this.#way(before, event, after, (name) => taken.includes(name)) ?? this.#way(before, event, after, () => true)
    )
  }

  #way(
    before: Places | undefined,
    event: string,
    after: Places,
    isTaken: (name: string) => boolean,
  ): ChartTransition[] | undefined {
    const wanted = keyOf(after)
    const isStart = before === undefined
    const follows = new Set(['at once', 'when all is done', ...this.#raised])
    const first = before ?? this.#entered(new Set(), this.id)
    let reached: Reached[] = [{ places: first, way: [], sources: [] }]
    const seen = new Set<string>()
    for (let length = 0; length <= maxChain; length += 1) {
      const found = reached.find(({ places, way }) => keyOf(places) === wanted && (way.length > 0 || isStart))
      if (found !== undefined) return found.way
      reached = reached.flatMap(({ places, way, sources }) =>
        this.#openIn(places)
          .filter(({ source, transition }) => {
            if (way.includes(transition)) return false
            if (way.length === 0 && !isStart) return transition.event === event && isTaken(transition.name)
            // One event leads on in each region once; the rest follows from that.
            const isElsewhere = first.has(source) && sources.every((other) => !isRelated(source, other))
            return (
              follows.has(transition.event) || (transition.event === event && isElsewhere && isTaken(transition.name))
            )
          })
          // What happened is the likelier reason than what was raised.
          .toSorted((a, b) => Number(b.transition.event === event) - Number(a.transition.event === event))
          .flatMap(({ source, transition }) => {
            const next = this.#taken(places, source, transition)
            const key = `${keyOf(next)} ${(way[0] ?? transition).name}`
            if (seen.has(key)) return []
            seen.add(key)
            return [{ places: next, way: [...way, transition], sources: [...sources, source] }]
          }),
      )
    }
    return undefined
  }

  #around(path: string): string[] {
    const outer = parentOf(path)
    return this.#states.has(outer) ? [outer, ...this.#around(outer)] : []
  }

  #openIn(places: Places): { source: string; transition: ChartTransition }[] {
    return [...this.#states.values()]
      .filter(({ path }) => places.has(path))
      .toReversed()
      .flatMap(({ path, transitions }) => transitions.map((transition) => ({ source: path, transition })))
  }

  #taken(places: Places, source: string, { targets }: ChartTransition): Places {
    if (targets.length === 0) return places
    let domain = source
    while (!targets.every((target) => target === domain || isWithin(target, domain))) domain = parentOf(domain)
    let next: Places = new Set([...places].filter((place) => !isWithin(place, domain)))
    for (const target of targets) {
      const between = [target, ...this.#around(target)].filter((path) => path === domain || isWithin(path, domain))
      for (const path of between.toReversed()) next = this.#entered(next, path, targets)
    }
    return next
  }

  /** With a state, and within it where it begins; of a parallel one, every region that nothing else is said of. */
  #entered(places: Places, path: string, targets: readonly string[] = []): Places {
    const state = this.#states.get(path)
    if (state === undefined) return places
    if (state.kind === 'history') return this.#entered(places, parentOf(path))
    let next: Places = new Set([...places, path])
    const isSaid = (inner: string) => targets.some((target) => target === inner || isWithin(target, inner))
    if (state.kind === 'parallel')
      for (const region of state.states) if (!isSaid(region.path)) next = this.#entered(next, region.path, targets)
    const { initial } = state
    if (initial !== undefined && !state.states.some((inner) => isSaid(inner.path)))
      next = this.#entered(next, initial, targets)
    return next
  }
}
