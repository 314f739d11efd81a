import type { PhoneApp } from '../../../src/api/devices.ts'
import { phoneAppsMachine, type AppAct } from '../../../src/machines/remote/phone-apps.ts'
import { specification } from '../../support/requirements/specification.ts'
import { always, same } from '../../support/requirements/sentences.ts'

const apps = [{ package: 'com.depop' }] as PhoneApp[] // No more of them is looked at.
const launch: AppAct = { action: 'launch', package: 'com.depop' }
const uninstall: AppAct = { action: 'uninstall', package: 'com.depop' }
const acts: Readonly<Record<string, AppAct>> = { 'an app is started': launch, 'an app is removed': uninstall }

export default specification(
  {
    machine: phoneAppsMachine,
    input: { deviceId: 8 },
    happenings: {
      'the phone tells its apps': (play) => play.answer('apps', apps),
      'the phone does not tell them': (play) => play.fail('apps', new Error('asleep')),
      'an app is started': (play) => play.send({ type: 'act', ...launch }),
      'an app is removed': (play) => play.send({ type: 'act', ...uninstall }),
      'the phone has done it': (play) => play.answer('act'),
      'the phone has not done it': (play) => play.fail('act', new Error('no such app')),
      'the operator looks again': (play) => play.send({ type: 'refresh' }),
    },
    screen: (snapshot) => ({
      apps: snapshot.context.apps.length,
      failure: snapshot.context.failure,
      mayAct: snapshot.can({ type: 'act', ...launch }),
      mayLook: snapshot.can({ type: 'refresh' }),
    }),
  },
  {
    'the phone is asked for its apps at first, when the operator looks again, and once one is removed': always(
      (step, before) => {
        const last = before.past.findLast(({ happened, before: at }) => happened in acts && at.screen.mayAct)
        const isWanted =
          step === before ||
          (step.happened === 'the operator looks again' && before.screen.mayLook) ||
          (step.happened === 'the phone has done it' && last?.happened === 'an app is removed')
        return same(step.calls('apps'), isWanted ? [{ deviceId: 8 }] : [])
      },
    ),
    'what is chosen is what the phone does, one thing after the other': always((step, before) => {
      const act = before.screen.mayAct ? acts[step.happened] : undefined
      return same(step.calls('act'), act ? [{ deviceId: 8, act }] : []) && step.waitsFor.length <= 1
    }),
    'something may be done while the apps are known and the phone is at nothing else': always(
      ({ waitsFor, screen, past }) => {
        const told = past.findLast(({ happened }) => happened.startsWith('the phone') && happened.includes('tell'))
        const isIdle = waitsFor.length === 0
        return screen.mayAct === (isIdle && told?.happened === 'the phone tells its apps') && screen.mayLook === isIdle
      },
    ),
    'the apps that are known stay in sight': always(
      ({ happened, screen }, before) =>
        screen.apps === (happened === 'the phone tells its apps' ? 1 : before.screen.apps),
    ),
    'a failure says why until the next thing begins': always((step, before) => {
      if (step.happened === 'the phone does not tell them') return step.screen.failure === 'asleep'
      if (step.happened === 'the phone has not done it') return step.screen.failure === 'no such app'
      const hasBegun = step !== before && step.calls('apps').length + step.calls('act').length > 0
      return step.screen.failure === (hasBegun ? '' : before.screen.failure)
    }),
  },
)
