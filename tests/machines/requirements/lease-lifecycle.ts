import { leaseLifecycle } from '../../../domain/lease-lifecycle.ts'
import { whereEventsLead } from '../../support/where-events-lead.ts'

export default whereEventsLead(leaseLifecycle, ['DESIGN, video: nobody controls a new phone', 'free'], {
  'DESIGN, video: one operator controls': ['taken', { free: 'held' }],
  'DESIGN, video: whoever leaves, or is signed out, controls no more': ['released', { held: 'free' }],
  'DESIGN, video: nor whoever has gone without a word': ['expired', { held: 'free' }],
  'DESIGN, video: nor whom another has taken it over from': ['taken over', { held: 'free' }],
  'DESIGN, environment: closing leaves a phone to nobody': ['closed', { held: 'free' }],
  'DESIGN, lifecycle: so does taking it out of the fleet': ['deleted', { held: 'free' }],
})
