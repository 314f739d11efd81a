import { brokerMachine } from '../../../src/machines/shell/broker.ts'
import { specification } from '../../support/requirements/specification.ts'
import { always, same } from '../../support/requirements/sentences.ts'

const config = { broker_url: 'ws://console/mqtt', user_name: 'u', password: 'p', client_id: 'c', topic: 'fleet/1/#' }
const patch = { id: 1 }

export default specification(
  {
    machine: brokerMachine,
    input: { config },
    happenings: {
      'it connects': (play) => play.report('connection', { type: 'connected' }),
      'it breaks off': (play) => play.report('connection', { type: 'interrupted' }),
      'it fails': (play) => play.report('connection', { type: 'failed', message: 'refused' }),
      'a change comes': (play) => play.snapshot.matches('live') && play.send({ type: 'received', patch } as never), // Any change.
      'three seconds pass': (play) => play.wait(3_000),
      'two seconds pass': (play) => play.wait(2_000),
      'something unreadable comes': (play) => play.report('connection', { type: 'unreadable' } as never),
    },
    keep: () => 'nothing',
    screen: ({ context }) => ({ unreadable: context.unreadable }),
  },
  {
    'SPEC §4: there is one connection, to the configured broker': always(
      (step, before) =>
        step.waits('connection') === 1 && same(step.calls('connection'), step === before ? [{ config }] : []),
    ),
    'SPEC §8: the operator is warned of a failure once an outage; a connection that breaks off is none until the next try fails':
      always((step) => {
        const since = step.past.slice(step.past.findLastIndex(({ happened }) => happened === 'it connects') + 1)
        const isOutage = /^it (breaks|fails)/.test(step.happened)
        const wasConnected = since.length < step.past.length
        const troubles = since.filter(({ happened }) => /^it (breaks|fails)/.test(happened))
        // A first break of a connection that was there is none; whatever comes next is.
        const warned = troubles.findIndex(({ happened }, at) => happened === 'it fails' || at > 0 || !wasConnected)
        const isWarned = isOutage && warned >= 0 && troubles[warned] === step
        const said = step.told.filter(({ type }) => type === 'connection failed')
        return same(
          said,
          isWarned ? [{ type: 'connection failed', message: step.happened === 'it fails' ? 'refused' : '' }] : [],
        )
      }),
    'SPEC §4, session: that the broker refuses is said at once, and in one outage not again for five seconds': always(
      (step) => {
        const outage = step.past.slice(step.past.findLastIndex(({ happened }) => happened === 'it connects') + 1)
        const last = outage.findLast((one) => one !== step && one.news.includes('broker refused'))
        const isDue = step.happened === 'it fails' && (last === undefined || step.at - last.at >= 5_000)
        return step.news.includes('broker refused') === isDue
      },
    ),
    'DESIGN, realtime: what may have been missed is looked up whenever it connects': always((step) => {
      const previous = step.before.past.findLast(({ happened }) => happened.startsWith('it '))
      const isBack = step.happened === 'it connects' && previous?.happened !== 'it connects'
      return step.news.includes('returned') === isBack
    }),
    'DESIGN, realtime: changes are passed on': always(({ happened, told }) =>
      same(
        told.filter(({ type }) => type === 'patch'),
        happened === 'a change comes' ? [{ type: 'patch', patch }] : [],
      ),
    ),
    'a message that can not be read is counted, and stops nothing': always(
      ({ happened, screen }, before) =>
        screen.unreadable === before.screen.unreadable + (happened === 'something unreadable comes' ? 1 : 0),
    ),
  },
)
