import { ApiError } from '../../../src/api/errors.ts'
import { schedulePreviewMachine } from '../../../src/machines/jobs/schedule-preview.ts'
import { specification } from '../../support/requirements/specification.ts'
import { always, same } from '../../support/requirements/sentences.ts'

const daily = { cron: '30 9 * * *', timezone: 'Asia/Shanghai' }
const elsewhere = { ...daily, timezone: 'Europe/Berlin' }
const empty = { ...daily, cron: ' ' }
const wrong = { ...daily, cron: '99 9 * * *' }
const written: Readonly<Record<string, { cron: string; timezone: string }>> = {
  'it is written': daily,
  'another place is chosen': elsewhere,
  'it is emptied': empty,
  'it is mistyped': wrong,
}
const times = [1_800_000_000_000]
const refusal = new ApiError(40000, 'refused', { cron: 'too often', timezone: 'unknown' })

/** Whether it can be asked for: neither nothing nor a mistake. */
const canBeAsked = ({ cron }: { cron: string }): boolean => cron === daily.cron

interface Seen {
  happened: string
  at: number
  screen: { schedule: object }
  before: Seen
  past: readonly Seen[]
}

/** Whether writing has just paused for a quarter of a second. */
function hasPaused({ happened, at, past }: Seen): boolean {
  const changed = past.findLast(({ screen, before }) => !same(screen.schedule, before.screen.schedule))
  return happened === 'an eighth of a second passes' && changed !== undefined && at - changed.at === 250
}

const previewOf = (first: { cron: string; timezone: string }) =>
  specification(
    {
      machine: schedulePreviewMachine,
      input: first,
      happenings: {
        'it is written': (play) => play.send({ type: 'TYPE', ...daily }),
        'another place is chosen': (play) => play.send({ type: 'TYPE', ...elsewhere }),
        'it is emptied': (play) => play.send({ type: 'TYPE', ...empty }),
        'it is mistyped': (play) => play.send({ type: 'TYPE', ...wrong }),
        'an eighth of a second passes': (play) => play.wait(125),
        'the server tells the times': (play) => play.answer('preview', times),
        'the server names what is wrong': (play) => play.fail('preview', refusal),
        'the server fails': (play) => play.fail('preview', new Error('gone')),
      },
      screen: ({ context: { cron, timezone, times, reason, flaw } }) => ({
        schedule: { cron, timezone },
        times,
        reason,
        isFlawed: flaw !== undefined,
      }),
    },
    {
      'what is written is what it is about': always(({ happened, screen }, before) =>
        same(screen.schedule, written[happened] ?? before.screen.schedule),
      ),
      'the server is asked at first, and once writing has paused for a quarter of a second, for what can be a schedule':
        always((step, before) => {
          const isWanted = (step === before || hasPaused(step)) && canBeAsked(step.screen.schedule)
          return same(step.calls('preview'), isWanted ? [step.screen.schedule] : [])
        }),
      'writing on gives up what is being asked': always(
        (step, before) => same(step.screen.schedule, before.screen.schedule) || step.waits('preview') === 0,
      ),
      'the times stand until there are others, or none to ask for': always((step, before) => {
        const { happened, screen } = step
        if (happened === 'the server tells the times') return same(screen.times, times) && screen.reason === ''
        if (happened === 'the server names what is wrong')
          return same(screen.times, []) && screen.reason === 'too often · unknown'
        if (happened === 'the server fails') return same(screen.times, []) && screen.reason === 'gone'
        return hasPaused(step) && !canBeAsked(screen.schedule)
          ? same([screen.times, screen.reason], [[], ''])
          : same([screen.times, screen.reason], [before.screen.times, before.screen.reason])
      }),
      'a mistake is told once writing has paused, and until it is no longer what is asked for': always(
        (step, before) => {
          const { happened, screen } = step
          if (happened.startsWith('the server')) return !screen.isFlawed
          return (
            screen.isFlawed ===
            (hasPaused(step) && !canBeAsked(screen.schedule)
              ? screen.schedule.cron === wrong.cron
              : before.screen.isFlawed)
          )
        },
      ),
    },
  )

/** A task that is changed, and a new one. */
export default [previewOf(daily), previewOf(empty)]
