import { assign, setup } from 'xstate'
import { usualQuality } from '../../../domain/stream-protocol.ts'
import type { WallEntry } from '../../../src/api/remote.ts'
import { remoteWallMachine, wallView, type WallChoice } from '../../../src/machines/remote/remote-wall.ts'
import type { Play } from '../../support/requirements/played-machine.ts'
import { specification } from '../../support/requirements/specification.ts'
import { always, same } from '../../support/requirements/sentences.ts'
import { silentFleet } from '../../support/silent-fleet.ts'

/** A session that knows how good its picture is, and counts how often its phone came back. */
const session = setup({
  types: {
    input: {} as { deviceId: number; quality: string },
    context: {} as { deviceId: number; quality: string; returned: number },
    events: {} as { type: 'quality'; quality: string } | { type: 'phone returned' },
  },
}).createMachine({
  context: ({ input: { deviceId, quality } }) => ({ deviceId, quality, returned: 0 }),
  on: {
    quality: { actions: assign({ quality: ({ event }) => event.quality }) },
    'phone returned': { actions: assign({ returned: ({ context }) => context.returned + 1 }) },
  },
})
const machine = remoteWallMachine.provide({ actors: { session: session as never } }) // No more of it is looked at.
type Wall = Play<typeof machine>

const entry = (id: number) =>
  ({ id, name: `phone ${id}`, status: 'idle', environment: null, in_use_by: null }) as unknown as WallEntry // No more of it is looked at.
const answers: Readonly<Record<string, readonly number[]>> = {
  'two phones are known': [8, 9],
  'one phone is known': [8],
  'no phone is known': [],
}
const sights: Readonly<Record<string, readonly number[]>> = {
  'the first is in sight': [8],
  'both are in sight': [8, 9],
  'none is in sight': [],
}
const idle: WallChoice = { ids: [], filter: { status: ['idle'] } }
const choices: Readonly<Record<string, WallChoice>> = {
  'the operator wants the idle ones': idle,
  'the operator wants two': { ids: [8, 9], filter: {} },
  'the operator wants two in another order': { ids: [9, 8], filter: {} },
}
const patches: Readonly<Record<string, string>> = { 'the first is lost': 'offline', 'the first is back': 'idle' }

const happenings: Readonly<Record<string, (play: Wall) => boolean>> = {
  ...Object.fromEntries(
    Object.entries(answers).map(([name, ids]) => [name, (play: Wall) => play.answer('loadWall', ids.map(entry))]),
  ),
  'the server fails': (play) => play.fail('loadWall', new Error('gone')),
  ...Object.fromEntries(
    Object.entries(sights).map(([name, ids]) => [name, (play: Wall) => play.send({ type: 'seen', ids })]),
  ),
  ...Object.fromEntries(
    Object.entries(choices).map(([name, choice]) => [
      name,
      (play: Wall) => play.report('choiceListener', { type: 'show', ...choice }),
    ]),
  ),
  ...Object.fromEntries(
    Object.entries(patches).map(([name, status]) => [
      name,
      (play: Wall) =>
        play.report('fleetListener', { type: 'patched', patch: { type: 'device', id: 8, at: 1, changed: { status } } }),
    ]),
  ),
  'changes were missed': (play) => play.report('fleetListener', { type: 'patches missed' }),
  'the operator enlarges the second': (play) =>
    play.snapshot.context.phones.length > 1 && play.send({ type: 'enlarge', id: 9 }),
  'the operator shrinks it': (play) => play.send({ type: 'shrink' }),
  'the operator puts the second first': (play) => play.send({ type: 'moved', id: 9, place: 0 }),
  'the operator tries again': (play) => play.send({ type: 'retry' }),
  'a moment passes': (play) => play.wait(75),
  'two moments pass': (play) => play.wait(150),
  'half a second passes': (play) => play.wait(500),
  'a second passes': (play) => play.wait(1_000),
  'ten seconds pass': (play) => play.wait(10_000),
}

interface Seen {
  happened: string
  at: number
  screen: Screen
  before: Seen
  past: readonly Seen[]
  calls: (to: string) => unknown[]
}
interface Screen {
  phones: readonly (readonly [id: number, status: string])[]
  videos: readonly (readonly [id: number, quality: string, returned: number])[]
  enlarged: number | null
  state: string
  view: string
  moved: unknown
  reason: string
}

/** Which phones the wall is to be of. */
const choiceAt = ({ past }: Seen): WallChoice =>
  choices[past.findLast(({ happened }) => happened in choices)?.happened ?? ''] ?? idle

const isAnswer = (happened: string): boolean => happened in answers || happened === 'the server fails'

const inOrder = (ids: readonly number[]): number[] => ids.toSorted((a, b) => a - b)

const idsOf = ({ screen }: Seen): number[] => screen.phones.map(([id]) => id)

/** Whether the choice is only another order of the phones that are watched. */
const isReordered = ({ happened, before }: Seen): boolean => {
  const ids = choices[happened]?.ids
  return (
    ids !== undefined &&
    before.screen.state === 'watching' &&
    !same(choices[happened], choiceAt(before)) &&
    same(inOrder(idsOf(before)), inOrder(ids))
  )
}

/** Whether the phones are those of the choice. */
function isOfChoice(step: Seen): boolean {
  const fits = ({ happened }: Seen) => happened in answers
  const last = step.past.findLast(
    (one) => fits(one) || (one.happened in choices && !same(choices[one.happened], choiceAt(one.before))),
  )
  return last !== undefined && (fits(last) || isReordered(last))
}

/** When others are looked for, as one of those that are shown or may be changed, or that could not be asked; undefined where neither is so. */
function lookAt({ past }: Seen): number | undefined {
  const asked = past.findLastIndex((one) => one.calls('loadWall').length > 0)
  const first = past
    .slice(asked + 1)
    .find(
      (one) => choiceAt(one).ids.length === 0 && (one.happened in patches || one.happened === 'changes were missed'),
    )
  const failed = past
    .slice(asked + 1)
    .find((one) => one.happened === 'the server fails' && one.screen.view === 'phones')
  const times = [first && first.at + 1_000, failed && failed.at + 10_000].filter((time) => time !== undefined)
  return times.length > 0 ? Math.min(...times) : undefined
}

/** When scrolling is over: what is in sight then is watched. */
function stillAt({ past }: Seen): number | undefined {
  const seen = past.findLast(({ happened }) => happened in sights)
  if (seen === undefined || seen.before.screen.state !== 'watching') return undefined
  const isStill = past.slice(past.indexOf(seen)).every(({ screen }) => screen.state === 'watching')
  return isStill ? seen.at + 150 : undefined
}

const wallWhere = (only: (name: string) => boolean, watchesSeen = true) =>
  specification(
    {
      machine,
      real: ['session'],
      input: { fleet: silentFleet, ...idle, watchesSeen },
      happenings: Object.fromEntries(Object.entries(happenings).filter(([name]) => only(name))),
      screen: ({ context, context: { phones, enlarged, moved, reason }, value }): Screen => ({
        phones: phones.map(({ id, status }) => [id, status]),
        videos: phones.flatMap(({ id, session: video }) => {
          const now = video?.getSnapshot() as
            | { status: string; context: { quality: string; returned: number } }
            | undefined
          return now?.status === 'active' ? [[id, now.context.quality, now.context.returned] as const] : []
        }),
        enlarged,
        moved,
        state: typeof value === 'string' ? value : 'watching',
        view: wallView(context),
        reason,
      }),
      keep: ({ context: { phones, seen, enlarged, isStale, isDue, isShown, ids, reason } }) => [
        phones.map(({ id, session: video }) => [id, video !== null]),
        seen,
        enlarged,
        isStale,
        isDue,
        isShown,
        ids,
        reason,
      ],
    },
    {
      'live changes and other choices are heard all the time': always(
        (step) => step.waits('fleetListener') === 1 && step.waits('choiceListener') === 1,
      ),
      'the phones are asked for at first, for another choice, a second after others may match but never before the answer, ten after they could not be asked for, and when the operator tries again':
        always((step, before) => {
          const { happened } = step
          const due = lookAt(before)
          const isOther = happened in choices && !same(choices[happened], choiceAt(before)) && !isReordered(step)
          const isWanted =
            step === before ||
            isOther ||
            (due !== undefined && step.at >= due && (before.waits('loadWall') === 0 || isAnswer(happened))) ||
            (happened === 'the operator tries again' && ['empty', 'failed'].includes(before.screen.state))
          const { ids, filter } = choiceAt(step)
          return same(
            (step.calls('loadWall') as WallChoice[]).map((asked) => [asked.ids, asked.filter]),
            isWanted ? [[ids, filter]] : [],
          )
        }),
      'the phones that are there stay until others are known, in the order that the operator wants, each as it is now':
        always((step, before) => {
          const { happened, screen } = step
          const known = answers[happened]
          if (known !== undefined)
            return same(
              screen.phones,
              known.map((id) => [id, 'idle']),
            )
          const order = isReordered(step) ? (choices[happened]?.ids ?? []) : idsOf(before)
          const statuses = new Map(before.screen.phones)
          const changed = patches[happened]
          if (changed !== undefined) statuses.set(8, changed)
          return same(
            screen.phones,
            order.map((id) => [id, statuses.get(id)]),
          )
        }),
      'DESIGN, video: there is video of the phones in sight once scrolling has paused, and of the one that stands large':
        always((step, before) => {
          const { happened, screen } = step
          const due = stillAt(before)
          const seen = sights[step.past.findLast((one) => one.happened in sights)?.happened ?? ''] ?? []
          const isTended =
            (isAnswer(happened) && screen.view === 'phones') ||
            happened.startsWith('the operator enlarges') ||
            happened.startsWith('the operator shrinks') ||
            (due !== undefined && before.at < due && step.at >= due && screen.state === 'watching')
          if (happened === 'the server fails' && screen.view === 'failed') return screen.videos.length === 0
          const ids = idsOf(step)
          const had = before.screen.videos.map(([id]) => id).filter((id) => ids.includes(id))
          const watched = ids.filter((id) => !watchesSeen || seen.includes(id) || id === screen.enlarged)
          return same(inOrder(screen.videos.map(([id]) => id)), inOrder(isTended ? watched : had))
        }),
      'DESIGN, video: a phone that stands alone or large is sent a usual picture, each other one a small one': always(
        ({ screen: { videos, phones, enlarged } }) =>
          videos.every(
            ([id, quality]) => quality === (phones.length === 1 || id === enlarged ? usualQuality : 'thumbnail'),
          ),
      ),
      'DESIGN, accessibility: whoever moves a phone is told which, and to which place': always(
        ({ happened, screen, before }) => {
          if (happened !== 'the operator puts the second first') return same(screen.moved, before.screen.moved)
          const name = idsOf(before).includes(9) ? 'phone 9' : ''
          return same(screen.moved, { name, place: 0 })
        },
      ),
      'one phone stands large from when the operator wants it until it is shrunk or gone': always(
        ({ happened, screen, before: { screen: was } }) => {
          if (happened === 'the operator enlarges the second') return screen.enlarged === 9
          const isGone = happened in answers && !answers[happened]?.includes(9)
          return screen.enlarged === (happened === 'the operator shrinks it' || isGone ? null : was.enlarged)
        },
      ),
      'the session of a phone hears that it is back, or may be': always(({ happened, screen, before }) =>
        screen.videos.every(([id, , returned]) => {
          const had = before.screen.videos.find(([other]) => other === id)
          const isBack = happened === 'changes were missed' || (happened === 'the first is back' && id === 8)
          return had === undefined || returned === had[2] + (isBack ? 1 : 0)
        }),
      ),
      'that there is no phone is told, and why they could not be asked for where none of the choice is there; it stays until there is an answer, or the operator asks':
        always((step, before) => {
          const { happened, screen } = step
          if (happened in answers)
            return screen.view === (answers[happened]?.length === 0 ? 'empty' : 'phones') && screen.reason === ''
          if (happened === 'the server fails') {
            const isThere = before.screen.phones.length > 0 && isOfChoice(before)
            return screen.view === (isThere ? 'phones' : 'failed') && screen.reason === (isThere ? '' : 'gone')
          }
          const isAsked =
            happened === 'the operator tries again' || (happened in choices && step.calls('loadWall').length > 0)
          return screen.view === (isAsked ? 'phones' : before.screen.view)
        }),
      'whoever has phones in view watches them, unless the server is being asked': always(
        ({ screen: { state, view } }) => state === 'loading' || state === (view === 'phones' ? 'watching' : view),
      ),
    },
  )

const isOfSight = (name: string): boolean =>
  name in sights || name.includes('moment') || name.includes('enlarges') || name.includes('shrinks')
const isOfChange = (name: string): boolean =>
  name in patches || name === 'changes were missed' || name.endsWith('second passes') || name === 'ten seconds pass'

export default [
  wallWhere((name) => !isOfChange(name) && !(name in choices)),
  wallWhere((name) => !isOfSight(name), false),
]
