import { openingLifecycle } from '../../../domain/opening-lifecycle.ts'
import { whereEventsLead } from '../../support/where-events-lead.ts'

export default whereEventsLead(openingLifecycle, ['DESIGN, environment: a new one is on no phone', 'closed'], {
  'DESIGN, environment: open is to lease a free phone, on which nothing is yet': ['opened', { closed: 'partial' }],
  'DESIGN, environment: once its record is restored, all of it is there': ['prepared', { partial: 'whole' }],
  'DESIGN, environment: what is saved is about to be wiped or overwritten': ['saved', { whole: 'partial' }],
  'DESIGN, environment: what was on a phone that was reset is gone': ['data lost', { whole: 'partial' }],
  'DESIGN, environment: closed, it is on no phone': ['closed', { partial: 'closed', whole: 'closed' }],
  'DESIGN, lifecycle: of a phone that is away nothing is saved': ['abandoned', { partial: 'closed', whole: 'closed' }],
})
