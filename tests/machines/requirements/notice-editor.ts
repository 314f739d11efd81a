import { noticeEditorMachine } from '../../../src/machines/messages/notice-editor.ts'
import { specification } from '../../support/requirements/specification.ts'
import { always, same } from '../../support/requirements/sentences.ts'

export default specification(
  {
    machine: noticeEditorMachine,
    happenings: {
      'the notice is there': (play) => play.answer('load the notice', { content: 'old', updated_at: 1 }),
      'the notice can not be had': (play) => play.fail('load the notice', new Error('gone')),
      'the operator asks again': (play) => play.send({ type: 'retry' }),
      'the operator writes another': (play) => play.send({ type: 'type', text: ' new ' }),
      'the operator publishes it': (play) => play.send({ type: 'save' }),
      'the server publishes it': (play) => play.answer('publish it', { content: 'new', updated_at: 2 }),
      'the server refuses': (play) => play.fail('publish it', new Error('no')),
    },
    screen: (snapshot) => ({
      content: snapshot.context.content,
      text: snapshot.context.text,
      failure: snapshot.context.failure,
      canWrite: snapshot.matches('editing'),
      isLost: snapshot.matches('failed'),
      isOver: snapshot.status === 'done',
    }),
  },
  {
    'DESIGN, messages: the notice is asked for before anybody writes over it, and again where it could not be had':
      always((step, before) => {
        const isAsked = step === before || (step.happened === 'the operator asks again' && before.screen.isLost)
        return step.calls('load the notice').length === (isAsked ? 1 : 0)
      }),
    'DESIGN, messages: what is published is what was written, once at a time': always((step, before) => {
      const isSent = step.happened === 'the operator publishes it' && before.screen.canWrite
      return same(step.calls('publish it'), isSent ? [{ content: before.screen.text.trim() }] : [])
    }),
    'DESIGN, messages: it is written once it is there, and while nobody is asked': always((step, before) => {
      const { happened, screen } = step
      if (happened === 'the notice is there')
        return screen.canWrite && screen.content === 'old' && screen.failure === ''
      if (happened === 'the server refuses')
        return screen.canWrite && screen.content === 'old' && screen.failure === 'no'
      if (happened === 'the operator publishes it' && before.screen.canWrite)
        return !screen.canWrite && screen.failure === '' && screen.content === 'old'
      if (happened === 'the notice can not be had')
        return screen.isLost && screen.failure === 'gone' && !screen.canWrite
      return screen.canWrite === before.screen.canWrite && screen.content === before.screen.content
    }),
    'DESIGN, forms: what is written stays as it is written, also where the server refuses it': always(
      ({ happened, screen }, before) => {
        if (happened === 'the notice is there') return screen.text === 'old'
        const isWritten = happened === 'the operator writes another' && before.screen.canWrite
        return screen.text === (isWritten ? ' new ' : before.screen.text)
      },
    ),
    'DESIGN, messages: it is over once it is published': always(
      ({ happened, screen }, before) =>
        screen.isOver === (happened === 'the server publishes it' || before.screen.isOver),
    ),
    'SPEC §8: that it could not be had is shown until it is asked again': always(
      ({ happened, screen }, before) =>
        screen.isLost ===
        (happened === 'the notice can not be had' || (before.screen.isLost && happened !== 'the operator asks again')),
    ),
  },
)
