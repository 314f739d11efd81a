import { jobLifecycle } from '../../../domain/job-lifecycle.ts'
import { whereEventsLead } from '../../support/where-events-lead.ts'

export default whereEventsLead(
  jobLifecycle,
  ['DESIGN, words: a job that somebody begins waits for a server', 'waiting'],
  {
    'DESIGN, running it: servers share jobs, and whichever takes one up begins it once': [
      'begun',
      { waiting: 'running' },
    ],
    'DESIGN, words: a job can be called off until it has ended': [
      'called off',
      { waiting: 'cancelling', running: 'cancelling' },
    ],
    'DESIGN, words: it has ended once it has on each of its targets, and keeps whether it was called off': [
      'ended',
      { running: 'done', cancelling: 'cancelled' },
    ],
  },
)
