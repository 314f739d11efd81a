import { History } from '@blueprintjs/icons'
import type { TextKey } from '../../../texts/catalogue.ts'
import type { BegunJob } from '../../api/jobs.ts'
import { mayCall, type GuardedCall } from '../../permissions.ts'
import type { Dialog, Listed, Stage } from '../lists/list-definition.ts'
import { JobHistory } from './late-jobs.ts'

interface JobTexts {
  /** The heading of all jobs. */
  title: TextKey
  /** That rows were left out of a job, as they are gone. */
  missing: 'devices.act.missing' | 'environments.missing'
  /** The call that begins one, and how that is done in the list. */
  operation: GuardedCall
  firstHint: TextKey
}

/** The jobs that a list begins. Behind their history its rows are fetched anew, as jobs may have changed them. */
export function listJobs<L extends Listed>({ title, missing, operation, firstHint }: JobTexts) {
  const history =
    (first?: number): Dialog<L> =>
    ({ t, role, saved }) => (
      <JobHistory
        key={first}
        of="everything"
        title={t(title)}
        first={first}
        none={
          mayCall(role, operation)
            ? { hint: firstHint, begin: { text: 'outcomes.first.choose', onPick: saved } }
            : { hint: 'outcomes.first.byOthers' }
        }
        onClose={saved}
      />
    )
  return {
    /** The button that shows all of them. */
    tool: { text: title, icon: <History />, shows: history() },
    /** Shows what comes of one that has begun, and tells what is not in it. */
    begun({ job_id, missing: left }: BegunJob, { show, notify, t }: Stage<L>): void {
      show('history', history(job_id))
      if (left.length > 0) notify({ kind: 'warning', text: t(missing, { count: left.length }) })
    },
  }
}
