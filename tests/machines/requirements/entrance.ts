import { entranceMachine } from '../../../src/machines/session/entrance.ts'
import { specification } from '../../support/requirements/specification.ts'
import { always } from '../../support/requirements/sentences.ts'

export default specification(
  {
    machine: entranceMachine,
    input: { userName: 'bob' },
    happenings: {
      'somebody comes with an invite code': (play) => play.send({ type: 'register' }),
      'they go back': (play) => play.send({ type: 'back' }),
      'they have registered': (play) => play.send({ type: 'registered', userName: 'ann' }),
    },
    screen: (snapshot) => ({ form: snapshot.value, userName: snapshot.context.userName }),
  },
  {
    'SPEC §2: one signs in, or registers where one wants to, and signs in then': always(
      ({ happened, screen }, before) => {
        if (happened === 'somebody comes with an invite code') return screen.form === 'registering'
        return screen.form === 'signingIn' || (happened === '' && before.screen.form === 'registering')
      },
    ),
    'DESIGN, people: whoever comes by an address that names them does not type that name': always(({ screen }) =>
      ['bob', 'ann'].includes(screen.userName),
    ),
    'SPEC §2: whoever has registered does not type that name again': always(({ happened, screen }, before) => {
      const hasRegistered = happened === 'they have registered' && before.screen.form === 'registering'
      return screen.userName === (hasRegistered ? 'ann' : before.screen.userName)
    }),
  },
)
