import { jobHistoryMachine, type ShownOfJob } from '../../../src/machines/jobs/job-history.ts'
import { specification } from '../../support/requirements/specification.ts'
import { always, same } from '../../support/requirements/sentences.ts'

interface Screen {
  /** A job by its number, the one that began last, or none. */
  job: number | 'latest' | 'none'
  shown: ShownOfJob
}

const historyOf = (first: number | undefined) =>
  specification(
    {
      machine: jobHistoryMachine,
      input: { first },
      happenings: {
        'the operator chooses job 7': (play) => play.send({ type: 'CHOOSE', job: 7 }),
        'the operator chooses job 8': (play) => play.send({ type: 'CHOOSE', job: 8 }),
        'the operator looks at an item of job 7': (play) => play.send({ type: 'SHOW', job: 7, shown: { item: 70 } }),
        'the operator goes back to the list': (play) => play.send({ type: 'BACK' }),
      },
      screen: (snapshot): Screen => ({
        job: snapshot.matches('latest')
          ? 'latest'
          : snapshot.matches('chosen')
            ? (snapshot.context.job ?? 'none')
            : 'none',
        shown: snapshot.context.shown,
      }),
    },
    {
      'the job that was asked for is shown, or the latest; then the one that is chosen or looked into': always(
        (step, before) => {
          const { happened, screen } = step
          if (step === before) return screen.job === (first ?? 'latest')
          if (happened === 'the operator goes back to the list') return screen.job === 'none'
          return screen.job === (happened === 'the operator chooses job 8' ? 8 : 7)
        },
      ),
      'what is looked at is of the job that is shown: another begins with its first': always(
        ({ happened, screen }, before) => {
          if (happened.startsWith('the operator chooses')) return same(screen.shown, {})
          if (happened === 'the operator looks at an item of job 7') return same(screen.shown, { item: 70 })
          return same(screen.shown, before.screen.shown)
        },
      ),
    },
  )

export default [historyOf(undefined), historyOf(3)]
