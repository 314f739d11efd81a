import {
  timeTravelMachine,
  type TimeTravelInput,
} from '../../../packages/machines-inspector/src/machines/time-travel.ts'
import { UnreadableRecording } from '../../../packages/machines-inspector/src/recording/recording-file.ts'
import { everything, type EntryFilter } from '../../../packages/machines-inspector/src/recording/entry-filter.ts'
import type { RecordedEntry, Recording } from '../../../packages/machines-inspector/src/recording/recording.ts'
import type { Play } from '../../support/requirements/played-machine.ts'
import { specification } from '../../support/requirements/specification.ts'
import { always, now, same, when } from '../../support/requirements/sentences.ts'

const entry = (actor: string, type: string, value: string): RecordedEntry => ({
  at: 0,
  actor,
  source: null,
  event: { type },
  changes: [
    [['status'], 'active'],
    [['value'], value],
  ],
  deeds: [],
})

const recordingOf = (build: string, entries: readonly RecordedEntry[]): Recording => ({
  format: 'phonedeck recording',
  version: 1,
  build,
  savedAt: 0,
  note: '',
  actors: ['door', 'lamp'].map((name) => ({
    session: name,
    id: name,
    name,
    isMachine: true,
    parent: null,
    base: null,
  })),
  entries,
  steps: [],
})
const ofPage = recordingOf('the page', [
  entry('door', 'xstate.init', 'closed'),
  entry('lamp', 'xstate.init', 'dark'),
  entry('door', 'open', 'open'),
  entry('door', 'knock', 'open'),
])
const ofFile = recordingOf('the file', [entry('lamp', 'xstate.init', 'bright')])
const lengths: Record<string, number> = { 'the page': 4, 'the file': 1 }

const reading = 'read the file'
/** Steps there are: after which entries, as each filter lets them through. */
const through = (build: string | undefined, filter: EntryFilter) => {
  if (build !== 'the page') return filter.session === 'door' || filter.text === 'knock' ? [] : [1]
  if (filter.text === 'knock') return filter.session === 'lamp' || filter.onlyTransitions ? [] : [4]
  const all = filter.session === 'door' ? [1, 3, 4] : [1, 2, 3, 4]
  return filter.onlyTransitions ? all.filter((moment) => moment !== 4) : all
}

type Happening = (play: Play<typeof timeTravelMachine>) => boolean

const anywhere: Record<string, Happening> = {
  'the engineer looks back': (play) => play.send({ type: 'travel' }),
  'the engineer returns': (play) => play.send({ type: 'return' }),
}

const withFiles: Record<string, Happening> = {
  'the engineer opens a file': (play) => play.send({ type: 'open', file: new Blob() }),
  'the file is a recording': (play) => play.answer(reading, ofFile),
  'the file names a wrong field': (play) =>
    play.fail(reading, new UnreadableRecording({ code: 'wrongField', field: 'build' })),
  'the file can not be read': (play) => play.fail(reading),
  'the engineer saves it': (play) => play.send({ type: 'save' }),
}

const inTime: Record<string, Happening> = {
  'the engineer goes to 2': (play) => play.send({ type: 'go', to: 2 }),
  'the engineer goes too far': (play) => play.send({ type: 'go', to: 99 }),
  'the engineer steps on': (play) => play.send({ type: 'step', direction: 1 }),
  'the engineer steps back': (play) => play.send({ type: 'step', direction: -1 }),
  'the engineer goes to the first': (play) => play.send({ type: 'go to the first' }),
  'the engineer goes to the last': (play) => play.send({ type: 'go to the last' }),
  'the engineer compares': (play) => play.send({ type: 'compare' }),
  'the engineer compares no more': (play) => play.send({ type: 'stop comparing' }),
}

const amongEntries: Record<string, Happening> = {
  'the engineer steps back': (play) => play.send({ type: 'step', direction: -1 }),
  'the engineer chooses the door': (play) => play.send({ type: 'choose', session: 'door' }),
  'the engineer wants the door alone': (play) => play.send({ type: 'filter', filter: { session: 'door' } }),
  'the engineer wants transitions alone': (play) => play.send({ type: 'filter', filter: { onlyTransitions: true } }),
  'the engineer looks for knocks': (play) => play.send({ type: 'filter', filter: { text: 'knock' } }),
}

/** All that may happen at once would be too much to go through. */
const scene = (happenings: Record<string, Happening>) =>
  specification(
    {
      machine: timeTravelMachine,
      input: (play): TimeTravelInput => ({
        record: () => ofPage,
        keep: ({ build }) => void play.notes.push(build),
      }),
      happenings,
      screen: (snapshot, play) => ({
        build: snapshot.matches('travelling') ? snapshot.context.moments?.recording.build : undefined,
        isFromFile: snapshot.context.isFromFile,
        at: snapshot.context.at,
        other: snapshot.matches({ travelling: 'comparing' }) ? snapshot.context.other : undefined,
        chosen: snapshot.context.chosen,
        filter: snapshot.context.filter,
        shown: snapshot.context.shown.map((at) => at + 1),
        problem: snapshot.matches('failed') ? snapshot.context.problem : undefined,
        isLive: snapshot.matches('live'),
        holds: snapshot.context.moments !== undefined,
        kept: play.notes.length,
        lastKept: play.notes.at(-1),
      }),
      keep: ({ context: { at, other, chosen, filter, moments } }) => [
        at,
        other,
        chosen,
        filter,
        moments?.recording.build,
      ],
    },
    {
      'what is shown is the page as it goes on, until somebody looks back or opens a file': always(
        ({ happened, screen }, before) => {
          if (happened === 'at first' || happened === 'the engineer returns') return screen.isLive
          const leaves = happened === 'the engineer looks back' || happened === 'the engineer opens a file'
          return screen.isLive === (before.screen.isLive && !leaves)
        },
      ),
      'whoever looks back sees what this page recorded, as it was last': when(
        'the engineer looks back',
        now(({ screen }) => screen.build === 'the page' && !screen.isFromFile && screen.at === 4),
      ),
      'a file that is a recording is shown as it ended, whatever was shown before': always(
        ({ happened, screen }) =>
          happened !== 'the file is a recording' ||
          (screen.build === 'the file' && screen.isFromFile && screen.at === 1),
      ),
      'nothing of a recording is kept once one has returned': always(({ screen }) => !screen.isLive || !screen.holds),
      'a file is read once it is opened, until it is read or given up': always((step, before) => {
        const isOpened = step.happened === 'the engineer opens a file'
        const ends = /looks back|returns|^the file/.test(step.happened)
        return (
          step.calls(reading).length === (isOpened ? 1 : 0) &&
          step.waits(reading) === (isOpened || (before.waits(reading) > 0 && !ends) ? 1 : 0)
        )
      }),
      'what is wrong with a file is said, until another is opened or one returns': always((step, before) => {
        const { happened, screen } = step
        if (happened === 'the file names a wrong field')
          return same(screen.problem, { code: 'wrongField', field: 'build' })
        if (happened === 'the file can not be read') return same(screen.problem, { code: 'noRecording' })
        if (/looks back|opens|returns/.test(happened)) return screen.problem === undefined
        return same(screen.problem, before.screen.problem)
      }),
      'a recording stays until another is looked at, or one returns': always(
        ({ happened, screen }, before) =>
          /looks back|opens|returns|^the file/.test(happened) || screen.build === before.screen.build,
      ),
      'the moment is where one goes, never beyond either end': always(({ happened, screen }, before) => {
        if (before.screen.build === undefined || screen.build === undefined) return true
        const last = lengths[screen.build] ?? 0
        const { at, shown } = before.screen
        switch (happened) {
          case 'the engineer goes to 2':
            return screen.at === Math.min(2, last)
          case 'the engineer goes too far':
          case 'the engineer goes to the last':
          case 'the engineer looks back':
            return screen.at === last
          case 'the engineer goes to the first':
            return screen.at === 0
          case 'the engineer steps on':
            return screen.at === (shown.find((moment) => moment > at) ?? at)
          case 'the engineer steps back':
            return screen.at === (shown.findLast((moment) => moment < at) ?? 0)
          default:
            return screen.at === at
        }
      }),
      'entries are shown as they are filtered; a new journey begins with all of them': always(
        ({ happened, screen }, before) => {
          if (screen.build === undefined) return true
          const began = before.screen.build === undefined || happened === 'the engineer looks back'
          const filter: EntryFilter = began ? everything : { ...before.screen.filter }
          if (happened === 'the engineer wants the door alone' && !began) filter.session = 'door'
          if (happened === 'the engineer wants transitions alone' && !began) filter.onlyTransitions = true
          if (happened === 'the engineer looks for knocks' && !began) filter.text = 'knock'
          return same(screen.shown, through(screen.build, filter))
        },
      ),
      'the chart is that of the actor that was chosen, as long as the journey goes': always(
        ({ happened, screen }, before) => {
          if (screen.build === undefined) return true
          if (before.screen.build === undefined || happened === 'the engineer looks back')
            return screen.chosen === undefined
          return screen.chosen === (happened === 'the engineer chooses the door' ? 'door' : before.screen.chosen)
        },
      ),
      'a moment is compared with the one that was remembered last, until one stops': always(
        ({ happened, screen }, before) => {
          if (screen.build === undefined || before.screen.build === undefined) return screen.other === undefined
          if (happened === 'the engineer compares') return screen.other === screen.at
          if (/compares no more|looks back/.test(happened)) return screen.other === undefined
          return screen.other === before.screen.other
        },
      ),
      'what is looked at is kept as a file when it is wanted, and never otherwise': always(
        ({ happened, screen }, before) => {
          const isKept = happened === 'the engineer saves it' && before.screen.build !== undefined
          return screen.kept === before.screen.kept + (isKept ? 1 : 0) && (!isKept || screen.lastKept === screen.build)
        },
      ),
    },
  )

export default [withFiles, inTime, amongEntries].map((some) => scene({ ...anywhere, ...some }))
