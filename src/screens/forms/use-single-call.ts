import { useSelector } from '@xstate/react'
import { singleCallMachine, type Change } from '../../machines/forms/single-call.ts'
import { useCan } from '../../ui/use-can.ts'
import { useScreenActor } from '../shell/use-screen-actor.ts'

const never = () => Promise.reject(new Error('nobody makes it'))

/** One change at a time, as buttons make it; `onDone` hears what it came to. What is asked first is asked `about` something. */
export function useSingleCall<Answer, About = undefined>(onDone: (answer: Answer) => void) {
  const call = useScreenActor(singleCallMachine<Answer, About>)
  const told =
    (change: Change<Answer>): Change<Answer> =>
    async (signal) => {
      const answer = await change(signal)
      onDone(answer)
      return answer
    }
  return {
    busy: useSelector(call, (snapshot) => snapshot.matches('calling')),
    /** Whether another one may begin. */
    mayCall: useCan(call, { type: 'CALL', change: never }),
    call: (change: Change<Answer>) => call.send({ type: 'CALL', change: told(change) }),
    /** What the operator is asked about before it is done; undefined while nobody is asked. */
    asked: useSelector(call, ({ context }) => context.about),
    ask: (about: About, change: Change<Answer>) => call.send({ type: 'ASK', about, change: told(change) }),
    confirm: () => call.send({ type: 'CONFIRM' }),
    cancel: () => call.send({ type: 'CANCEL' }),
  }
}
