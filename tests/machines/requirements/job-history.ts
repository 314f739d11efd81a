import { jobHistoryMachine, type ShownOfJob } from '../../../src/machines/jobs/job-history.ts'
import { specification } from '../../support/requirements/specification.ts'
import { always, same } from '../../support/requirements/sentences.ts'

interface Screen {
  /** A job by its number, the one that began last, or none. */
  job: number | 'latest' | 'none'
  shown: ShownOfJob
  /** How many of the latest are listed. */
  listed: number
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
        'the operator wants those before the hundredth': (play) => play.send({ type: 'EARLIER', behind: 100 }),
      },
      screen: (snapshot): Screen => ({
        job: snapshot.matches('latest')
          ? 'latest'
          : snapshot.matches('chosen')
            ? (snapshot.context.job ?? 'none')
            : 'none',
        shown: snapshot.context.shown,
        listed: snapshot.context.listed,
      }),
    },
    {
      'the job that was asked for is shown, or the latest; then the one that is chosen or looked into': always(
        (step, before) => {
          const { happened, screen } = step
          if (step === before) return screen.job === (first ?? 'latest')
          if (happened === 'the operator goes back to the list') return screen.job === 'none'
          if (happened === 'the operator wants those before the hundredth') return screen.job === before.screen.job
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
      'a hundred are listed, and a hundred more for whoever wants them': always((step, before) => {
        if (step === before) return step.screen.listed === 100
        return (
          step.screen.listed ===
          (step.happened === 'the operator wants those before the hundredth' ? 200 : before.screen.listed)
        )
      }),
    },
  )

export default [historyOf(undefined), historyOf(3)]
