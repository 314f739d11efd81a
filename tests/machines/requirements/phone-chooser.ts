import type { Device } from '../../../src/api/devices.ts'
import { phoneChooserMachine } from '../../../src/machines/remote/phone-chooser.ts'
import { specification } from '../../support/requirements/specification.ts'
import { always, eventually, same, when } from '../../support/requirements/sentences.ts'
import { silentFleet } from '../../support/silent-fleet.ts'

const idle = { id: 8, status: 'idle' } as Device // No more of it is looked at.
const busy = { type: 'device', id: 8, changed: { status: 'in_use' }, at: 1 } as const
const elsewhere = { type: 'device', id: 9, changed: { status: 'offline' }, at: 2 } as const
const keywords: Readonly<Record<string, string>> = { 'the operator types': 'a', 'the operator types on': 'ab' }

export default specification(
  {
    machine: phoneChooserMachine,
    input: { fleet: silentFleet },
    happenings: {
      'the operator types': (play) => play.send({ type: 'search', keyword: 'a' }),
      'the operator types on': (play) => play.send({ type: 'search', keyword: 'ab' }),
      'a tenth of a second passes': (play) => play.wait(100),
      'the server answers': (play) => play.answer('loadPhones', { phones: [idle], total: 70 }),
      'the server fails': (play) => play.fail('loadPhones', new Error('gone')),
      'the phone is taken': (play) => play.report('fleetListener', { type: 'patched', patch: busy }),
      'another phone is lost': (play) => play.report('fleetListener', { type: 'patched', patch: elsewhere }),
      'changes were missed': (play) => play.report('fleetListener', { type: 'patches missed' }),
      'the operator tries again': (play) => play.send({ type: 'retry' }),
    },
    fair: ['a tenth of a second passes', 'the server answers'],
    screen: (snapshot) => ({
      keyword: snapshot.context.keyword,
      statuses: snapshot.context.phones.map(({ status }) => status),
      total: snapshot.context.total,
      failure: snapshot.matches('failed') ? snapshot.context.reason : '',
      isReady: snapshot.matches('ready'),
    }),
  },
  {
    'live changes are heard all the time': always((step) => step.waits('fleetListener') === 1),
    'the server is asked at first, once typing has paused for a fifth of a second, where changes were missed, and again where it failed':
      always((step, before) => {
        const typed = step.past.findLast(({ happened }) => happened in keywords)
        const hasPaused =
          step.happened === 'a tenth of a second passes' && typed !== undefined && step.at - typed.at === 200
        const isWanted =
          step === before ||
          hasPaused ||
          (step.happened === 'changes were missed' && (before.screen.isReady || before.screen.failure !== '')) ||
          (step.happened === 'the operator tries again' && before.screen.failure !== '')
        return same(
          step.calls('loadPhones'),
          isWanted ? [{ keyword: step.screen.keyword, limit: 48, fleet: silentFleet }] : [],
        )
      }),
    'what was typed is what is searched for, and gives up what is being asked': always((step, before) => {
      const typed = keywords[step.happened]
      return (
        step.screen.keyword === (typed ?? before.screen.keyword) &&
        (typed === undefined || step.waits('loadPhones') === 0)
      )
    }),
    'the phones that were found stay in sight, each as it is now': always(({ happened, screen }, before) => {
      if (happened === 'the server answers') return same([screen.statuses, screen.total], [['idle'], 70])
      const changed =
        happened === 'the phone is taken' ? before.screen.statuses.map(() => 'in_use') : before.screen.statuses
      return same([screen.statuses, screen.total], [changed, before.screen.total])
    }),
    'a failure says why, until it is tried again, changes were missed or something else is searched for': always(
      ({ happened, screen }, before) => {
        if (happened === 'the server fails') return screen.failure === 'gone'
        const isOver = ['the operator tries again', 'changes were missed'].includes(happened) || happened in keywords
        return screen.failure === (isOver ? '' : before.screen.failure)
      },
    ),
    'what is searched for is found, unless the server fails': when(
      Object.keys(keywords),
      eventually(({ happened, screen }) => screen.isReady || happened === 'the server fails'),
    ),
  },
)
