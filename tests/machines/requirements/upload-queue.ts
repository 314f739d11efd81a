import { fromCallback, type ActorLogic, type EventObject, type Snapshot } from 'xstate'
import { fileUploadMachine, type FileUpload } from '../../../src/machines/files/file-upload.ts'
import { uploadQueueMachine } from '../../../src/machines/files/upload-queue.ts'
import type { Play } from '../../support/requirements/played-machine.ts'
import { specification } from '../../support/requirements/specification.ts'
import { always, eventually, same, when } from '../../support/requirements/sentences.ts'

/** A server that has forgotten a file once it is told to have. */
const forgetting: ActorLogic<Snapshot<undefined>, EventObject, unknown> = {
  getInitialSnapshot: () => ({ status: 'active', output: undefined, error: undefined }),
  getPersistedSnapshot: (snapshot) => snapshot,
  transition: (snapshot, { type }) =>
    type === 'forgotten' ? { status: 'done', output: undefined, error: undefined } : snapshot,
}

/** Uploads are what they are; the path plays what they call. */
const machine = uploadQueueMachine.provide({
  actors: {
    upload: fileUploadMachine.provide({
      actors: { transfer: fromCallback(() => undefined), forget: forgetting as never }, // Nobody looks at what it is.
    }),
  },
})
type Queue = Play<typeof machine>

const inState = (play: Queue, state: string): FileUpload | undefined =>
  play.snapshot.context.uploads.find((upload) => upload.getSnapshot().value === state)

/** Somebody speaks to the first upload that is in this state. */
const toFirst =
  (state: string, event: { type: string; reason?: string }) =>
  (play: Queue): boolean => {
    const upload = inState(play, state)
    upload?.send(event as { type: 'pause' }) // One of its events.
    return upload !== undefined
  }

const add =
  (...names: string[]) =>
  (play: Queue): boolean =>
    play.snapshot.context.uploads.length + names.length <= 3 &&
    play.send({ type: 'add', files: names.map((name) => new File(['some'], name)) })

/** What an upload of one state becomes of what happens to it. */
const moves: Readonly<Record<string, [from: string, to: string]>> = {
  'the first one arrives': ['sending', 'done'],
  'the first one fails': ['sending', 'failed'],
  'the operator pauses the first one that is sent': ['sending', 'paused'],
  'the operator pauses the first one that waits': ['waiting', 'paused'],
  'the operator resumes it': ['paused', 'waiting'],
  'the operator tries again': ['failed', 'waiting'],
  'the operator cancels the first one that is sent': ['sending', 'cancelling'],
  'the server has forgotten it': ['cancelling', 'cancelled'],
}

const isUnderWay = (state: string): boolean => ['waiting', 'sending', 'cancelling'].includes(state)
const hasEnded = (state: string): boolean => state === 'done' || state === 'cancelled'

export default specification(
  {
    machine,
    real: ['upload'],
    input: { userId: 4 },
    happenings: {
      'a file is added': add('one'),
      'three files are added': add('one', 'two', 'three'),
      'the first one arrives': toFirst('sending', { type: 'done' }),
      'the first one fails': toFirst('sending', { type: 'failed', reason: 'full' }),
      'the operator tries again': toFirst('failed', { type: 'retry' }),
      'the operator pauses the first one that is sent': toFirst('sending', { type: 'pause' }),
      'the operator pauses the first one that waits': toFirst('waiting', { type: 'pause' }),
      'the operator resumes it': toFirst('paused', { type: 'resume' }),
      'the operator cancels the first one that is sent': toFirst('sending', { type: 'cancel' }),
      'the server has forgotten it'(play) {
        const forget = inState(play, 'cancelling')?.getSnapshot().children.forget
        forget?.send({ type: 'forgotten' })
        return forget !== undefined
      },
      'the operator takes away what has ended': (play) => play.send({ type: 'clear' }),
    },
    keep: ({ context: { uploads } }) => uploads.map((upload) => upload.getSnapshot().value as string).toSorted(),
    fair: ['the first one arrives', 'the server has forgotten it'],
    screen({ context: { uploads }, children }) {
      const [held] = Object.values(children).flatMap((child) => {
        const { input } = (child?.getSnapshot() ?? {}) as { input?: { isBusy?: () => boolean } }
        return input?.isBusy ? [input.isBusy()] : []
      })
      return {
        names: uploads.map((upload) => upload.getSnapshot().context.file.name),
        states: uploads.map((upload) => upload.getSnapshot().value as string), // None has states within.
        owners: uploads.map((upload) => upload.getSnapshot().context.userId),
        /** Whether the page asks before it goes. */
        isHeld: held === true,
      }
    },
  },
  {
    'files are shown in the order in which they were chosen, as the uploads of who is signed in': always(
      ({ happened, screen }, before) => {
        const added = { 'a file is added': ['one'], 'three files are added': ['one', 'two', 'three'] }[happened] ?? []
        const kept = before.screen.names.filter(
          (_, at) => happened !== 'the operator takes away what has ended' || !hasEnded(before.screen.states[at] ?? ''),
        )
        return same(screen.names, [...kept, ...added]) && screen.owners.every((owner) => owner === 4)
      },
    ),
    'two are sent at a time, the first of those that wait; what has stopped stays so until the operator says so':
      always(({ happened, screen }, before) => {
        if (happened === 'at first') return screen.states.length === 0
        let states = [...before.screen.states]
        const move = moves[happened]
        if (move) states = states.with(states.indexOf(move[0]), move[1])
        if (happened === 'the operator takes away what has ended') states = states.filter((state) => !hasEnded(state))
        for (const _ of screen.names.slice(states.length)) states.push('waiting')
        while (states.filter((state) => state === 'sending').length < 2 && states.includes('waiting'))
          states = states.with(states.indexOf('waiting'), 'sending')
        return same(screen.states, states)
      }),
    'the page asks before it goes while one is under way, and only then': always(
      ({ screen }) => screen.isHeld === screen.states.some(isUnderWay),
    ),
    'whatever waits is sent in its turn': when(
      'three files are added',
      eventually(({ screen }) => !screen.states.some(isUnderWay)),
    ),
  },
)
