import { useSelector } from '@xstate/react'
import { singleCallMachine, type Change } from '../../machines/forms/single-call.ts'
import { useScreenActor } from '../shell/use-screen-actor.ts'

/** One change at a time, as buttons make it; `onDone` hears what it came to. */
export function useSingleCall<Answer>(onDone: (answer: Answer) => void) {
  const call = useScreenActor(singleCallMachine<Answer>)
  return {
    busy: useSelector(call, (snapshot) => snapshot.matches('calling')),
    call: (change: Change<Answer>) =>
      call.send({
        type: 'CALL',
        change: async (signal) => {
          const answer = await change(signal)
          onDone(answer)
          return answer
        },
      }),
  }
}
