import type { EventProblem } from '../charts/written-event.ts'
import type { RecordingProblem } from '../recording/recording-file.ts'
import type { LiveWords, TravelWords } from './words.ts'

/** All that the inspector says. */
export type InspectorWords = TravelWords &
  LiveWords & {
    /** What is shown while one does not look back. */
    live: string
    liveHint: string
  }

const numbers = new Intl.NumberFormat('en')
const times = new Intl.DateTimeFormat('en-GB', { dateStyle: 'medium', timeStyle: 'medium' })

const counted = (count: number, noun: string): string => `${numbers.format(count)} ${noun}${count === 1 ? '' : 's'}`

function problemWords(problem: RecordingProblem): string {
  switch (problem.code) {
    case 'tooLong':
      return 'The file is too long: 64 MB at most.'
    case 'notJson':
      return 'This is no recording: it is no JSON.'
    case 'noRecording':
      return 'This is no recording of state machines.'
    case 'otherVersion':
      return `This recording is of version ${problem.version}; only version ${problem.readable} can be read here.`
    default:
      return `The recording is incomplete or was changed: the field ${problem.field} is wrong.`
  }
}

function eventProblemWords(problem: EventProblem): string {
  switch (problem.code) {
    case 'notJson':
      return `This is no JSON: ${problem.message}.`
    case 'noFields':
      return `An event carries fields, as { "name": "value" }; this is ${problem.is}.`
    case 'otherType':
      return `The type is the event’s own: leave out ${problem.written}.`
    case 'notInLast':
      return `${problem.at === '' ? 'The event' : problem.at} is to be taken from ${problem.place} of the last such event, where nothing is.`
    case 'fails':
      return `It was not sent, as the machine would stop over it: ${problem.message}`
    default:
      return 'Nothing would come of it now: this state does not know it, or a condition says no.'
  }
}

export const englishWords: InspectorWords = {
  title: 'State machines',
  live: 'Live',
  liveHint: 'The machines of this page as they are now. It goes on while you look back.',
  chart: 'Chart',
  view: 'View',
  zoomIn: 'Zoom in',
  zoomOut: 'Zoom out',
  fit: 'Fit',
  drawing: 'The chart is being drawn…',
  noChart: (name) => `The chart of ${name} is not known here.`,
  lookBack: 'Look back',
  lookBackHint: 'Look back at what this page has recorded up to now',
  back: 'Back to live',
  save: 'Save as a file',
  open: 'Open a recording…',
  opening: 'The file is being read…',
  drop: 'Drop it to open the recording',
  travelling: 'Looking back: the page is as it is now; the chart and its data are of that moment.',
  fromFile: 'A recording from a file: the chart and its data are of that moment; this page has nothing to do with it.',
  facts: ({ build, savedAt }) => `${build} · saved ${times.format(savedAt)}`,
  scrub: 'Moment',
  beginning: ({ last }) => `Before the first of ${numbers.format(last)} entries`,
  at: ({ at, last, time }) => `Entry ${numbers.format(at)} of ${numbers.format(last)} · ${time}`,
  first: 'To the first (Home)',
  previous: 'Previous entry (←)',
  next: 'Next entry (→)',
  last: 'To the last (End)',
  actors: 'Actors',
  notStarted: 'not started yet',
  failed: 'stopped over an error',
  ended: 'ended',
  entries: 'Entries',
  search: 'Find an event or a machine',
  onlyChosen: (name) => `Only ${name}`,
  onlyTransitions: 'Only transitions',
  nothing: 'No entry fits.',
  more: (count) => `${numbers.format(count)} more; narrow them down, or move the bar.`,
  entry: 'This entry',
  from: (name) => `from ${name}`,
  neverTaken: 'It was sent, but never taken.',
  emitted: (event) => `emits ${event}`,
  timerSet: ({ delay, event }) => `sets a timer of ${numbers.format(delay)} ms for ${event}`,
  timerCancelled: 'cancels a timer',
  context: 'Context',
  compare: 'Compare from here',
  comparing: (at) => `Compared with entry ${numbers.format(at)}`,
  stopComparing: 'Stop comparing',
  differences: 'Differences',
  noDifference: 'Nothing differs between these moments.',
  appeared: 'not started at one of the moments',
  gone: 'nothing',
  problem: problemWords,
  alive: ({ machines, others }) =>
    `${counted(machines, 'machine')} and ${counted(others, 'other actor')} are alive on this page`,
  notAMachine: (name) => `${name} has no chart: it is a callback or a promise.`,
  events: 'Events',
  send: 'Send it',
  notNow: 'Nothing would come of it now',
  carries: 'It carries something: write what.',
  fields: (event) => `What ${event} carries, as JSON`,
  fromLast: 'As the last one carried it. "$last" stands for what cannot be written: a function, a store, a secret.',
  noLast: 'None was sent yet from which it could be taken.',
  eventProblem: eventProblemWords,
  lastEvents: 'Last events',
  noEvents: 'It has heard nothing yet.',
}
