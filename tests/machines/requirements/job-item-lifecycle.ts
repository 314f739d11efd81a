import { jobItemLifecycle } from '../../../domain/job-item-lifecycle.ts'
import { whereEventsLead } from '../../support/where-events-lead.ts'

export default whereEventsLead(
  jobItemLifecycle,
  ['DESIGN, words: each target of a job waits for its turn', 'waiting'],
  {
    'DESIGN, words: it is begun once': ['begun', { waiting: 'running' }],
    'DESIGN, words: a target that can not be begun on has failed': ['refused', { waiting: 'failed' }],
    'DESIGN, timed task: what the phone says is how it ended, and stays so': ['succeeded', { running: 'succeeded' }],
    'DESIGN, timed task: so is a failure': ['failed', { running: 'failed' }],
    'DESIGN, timed task: so is the end of its time': ['timed_out', { running: 'timed_out' }],
    'DESIGN, words: what is called off ends, whether or not it had begun': [
      'cancelled',
      { waiting: 'cancelled', running: 'cancelled' },
    ],
  },
)
