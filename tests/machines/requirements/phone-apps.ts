import type { PhoneApp } from '../../../src/api/devices.ts'
import { phoneAppsMachine, type AppAct } from '../../../src/machines/remote/phone-apps.ts'
import { specification } from '../../support/requirements/specification.ts'
import { always, same } from '../../support/requirements/sentences.ts'

const apps = [{ package: 'com.depop' }] as PhoneApp[] // No more of them is looked at.
const launch: AppAct = { action: 'launch', package: 'com.depop' }
const uninstall: AppAct = { action: 'uninstall', package: 'com.depop' }
/** After which they are asked for anew. */
const looks = new Set(['the operator looks again', 'an app was installed'])
const acts: Readonly<Record<string, AppAct>> = { 'an app is started': launch, 'the operator means it': uninstall }

export default specification(
  {
    machine: phoneAppsMachine,
    input: { deviceId: 8, hearInstalled: () => () => undefined },
    happenings: {
      'the phone tells its apps': (play) => play.answer('apps', apps),
      'the phone does not tell them': (play) => play.fail('apps', new Error('asleep')),
      'an app is started': (play) => play.send({ type: 'act', action: 'launch', package: launch.package }),
      'an app is to be removed': (play) => play.send({ type: 'uninstall', package: uninstall.package }),
      'the operator means it': (play) => play.send({ type: 'confirm' }),
      'the operator does not mean it': (play) => play.send({ type: 'cancel' }),
      'the operator searches': (play) => play.send({ type: 'search', text: 'dep' }),
      'the operator searches no more': (play) => play.send({ type: 'search', text: '' }),
      'the phone has done it': (play) => play.answer('act'),
      'the phone has not done it': (play) => play.fail('act', new Error('no such app')),
      'the operator looks again': (play) => play.send({ type: 'refresh' }),
      'an app was installed': (play) => play.report('installs', { type: 'refresh' }),
    },
    screen: (snapshot) => ({
      apps: snapshot.context.apps.length,
      failure: snapshot.context.failure,
      search: snapshot.context.search,
      asked: snapshot.matches('asking') ? (snapshot.context.act?.package ?? '') : '',
      mayAct: snapshot.can({ type: 'act', action: 'launch', package: launch.package }),
    }),
    keep: ({ context: { apps: known, failure, search, act, isOutdated } }) => [
      known.length,
      failure,
      search,
      act,
      isOutdated,
    ],
  },
  {
    'what is installed is heard all the time': always((step) => step.waits('installs') === 1),
    'the phone is asked for its apps at first, when the operator looks again, and once one is removed or installed; what is under way comes first':
      always((step, before) => {
        const { happened } = step
        const last = before.past.findLast((one) => one.calls('act').length > 0)
        const isOwed =
          looks.has(happened) ||
          before
            .since((one) => one.calls('apps').length > 0)
            .slice(1)
            .some((one) => looks.has(one.happened))
        const isFree =
          step.waits('act') === 0 &&
          step.screen.asked === '' &&
          (before.waits('apps') === 0 || happened.includes('tell'))
        const isWanted =
          step === before ||
          (happened === 'the phone has done it' && last?.happened === 'the operator means it') ||
          (isOwed && isFree)
        return same(step.calls('apps'), isWanted ? [{ deviceId: 8 }] : [])
      }),
    'what is chosen is what the phone does, one thing after the other': always((step, before) => {
      const act = (step.happened === 'an app is started' ? before.screen.mayAct : before.screen.asked !== '')
        ? acts[step.happened]
        : undefined
      return same(step.calls('act'), act ? [{ deviceId: 8, act }] : []) && step.waits('act') + step.waits('apps') <= 1
    }),
    'something may be done while the apps are known and the phone is at nothing else': always((step) => {
      const told = step.past.findLast(({ happened }) => happened.startsWith('the phone') && happened.includes('tell'))
      const isIdle = step.waits('act') + step.waits('apps') === 0 && step.screen.asked === ''
      return step.screen.mayAct === (isIdle && told?.happened === 'the phone tells its apps')
    }),
    'STYLE, how it should look: before an app is removed the operator is asked about that one': always(
      ({ happened, screen }, before) => {
        if (happened === 'an app is to be removed' && before.screen.mayAct) return screen.asked === uninstall.package
        const isDecided = happened === 'the operator means it' || happened === 'the operator does not mean it'
        return screen.asked === (isDecided ? '' : before.screen.asked)
      },
    ),
    'what is looked for stays until something else is': always(({ happened, screen }, before) => {
      const typed = { 'the operator searches': 'dep', 'the operator searches no more': '' }[happened]
      return screen.search === (typed ?? before.screen.search)
    }),
    'the apps that are known stay in sight': always(
      ({ happened, screen }, before) =>
        screen.apps === (happened === 'the phone tells its apps' ? 1 : before.screen.apps),
    ),
    'a failure says why until the next thing begins': always((step, before) => {
      const { happened, screen } = step
      if (happened === 'the phone does not tell them')
        return screen.failure === (step.waits('apps') > 0 ? '' : 'asleep')
      if (happened === 'the phone has not done it') return screen.failure === 'no such app'
      const hasBegun = looks.has(happened) || step.calls('act').length > 0
      return screen.failure === (hasBegun ? '' : before.screen.failure)
    }),
  },
)
