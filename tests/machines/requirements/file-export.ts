import { fileExportMachine } from '../../../src/machines/lists/file-export.ts'
import { specification } from '../../support/requirements/specification.ts'
import { always, same } from '../../support/requirements/sentences.ts'

const wanted = { path: '/api/restful/v2/box/export', query: { keyword: 'x' } } as const

export default specification(
  {
    machine: fileExportMachine,
    happenings: {
      'the operator wants the list as a file': (play) => play.send({ type: 'EXPORT', wanted } as never), // Any call that answers a file.
      'the operator thinks better of it': (play) => play.send({ type: 'CANCEL' }),
      'the file is there': (play) => play.answer('download'),
      'the file can not be had': (play) => play.fail('download'),
    },
    screen: (snapshot) => ({ isBusy: snapshot.matches('exporting') }),
  },
  {
    'the list is asked for as it stands, one file at a time': always((step, before) => {
      const isAsked = step.happened === 'the operator wants the list as a file' && before.waits('download') === 0
      return same(step.calls('download'), isAsked ? [{ wanted }] : [])
    }),
    'it is on its way until it is there, fails, or is given up': always((step, before) => {
      const isOnItsWay = step.happened === 'the operator wants the list as a file' || (step === before && false)
      return step.screen.isBusy === step.waits('download') > 0 && (!isOnItsWay || step.screen.isBusy)
    }),
    'what is given up is asked for no longer': always(
      (step) => step.happened !== 'the operator thinks better of it' || step.waitsFor.length === 0,
    ),
  },
)
