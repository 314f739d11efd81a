import { createContext, useContext } from 'react'
import type { EventProblem } from '../charts/written-event.ts'
import type { RecordingProblem } from '../recording/recording-file.ts'

/** What a chart's view says of itself. */
export interface ChartWords {
  chart: string
  view: string
  zoomIn: string
  zoomOut: string
  fit: string
  /** While a chart is being drawn. */
  drawing: string
  noChart: (name: string) => string
}

/** What is said where one looks back at a recording. Times are Unix times in milliseconds. */
export interface TravelWords extends ChartWords {
  /** What all of it is called. */
  title: string
  lookBack: string
  lookBackHint: string
  back: string
  save: string
  open: string
  opening: string
  drop: string
  /** That what is seen is of a moment of this page, or of a file. */
  travelling: string
  fromFile: string
  facts: (recording: { build: string; savedAt: number }) => string
  scrub: string
  beginning: (recording: { last: number }) => string
  at: (moment: { at: number; last: number; time: string }) => string
  first: string
  previous: string
  next: string
  last: string
  actors: string
  notStarted: string
  failed: string
  ended: string
  entries: string
  search: string
  onlyChosen: (name: string) => string
  onlyTransitions: string
  nothing: string
  more: (count: number) => string
  entry: string
  from: (name: string) => string
  neverTaken: string
  emitted: (event: string) => string
  timerSet: (timer: { delay: number; event: string }) => string
  timerCancelled: string
  context: string
  compare: string
  comparing: (at: number) => string
  stopComparing: string
  differences: string
  noDifference: string
  appeared: string
  gone: string
  problem: (problem: RecordingProblem) => string
}

/** What is said of the actors that are alive. */
export interface LiveWords extends ChartWords {
  actors: string
  alive: (count: { machines: number; others: number }) => string
  notAMachine: (name: string) => string
  events: string
  send: string
  notNow: string
  /** That what it carries is written first. */
  carries: string
  fields: (event: string) => string
  /** That what is written is what the last one carried, and what stands for the rest of it. */
  fromLast: string
  noLast: string
  eventProblem: (problem: EventProblem) => string
  context: string
  lastEvents: string
  noEvents: string
}

export const TravelWordsContext = createContext<TravelWords | undefined>(undefined)

/** The words of the travel around. */
export function useTravelWords(): TravelWords {
  const words = useContext(TravelWordsContext)
  if (words === undefined) throw new Error('a part of a travel stands outside of one')
  return words
}
