import { useSelector } from '@xstate/react'
import { useState } from 'react'
import { singleCallMachine, type Change } from '../../machines/forms/single-call.ts'
import { useScreenActor } from '../shell/use-screen-actor.ts'

/** One change at a time, as buttons make it; `onDone` hears what it came to. */
export function useSingleCall<Answer>(onDone: (answer: Answer) => void) {
  const [machine] = useState(() => singleCallMachine<Answer>())
  const call = useScreenActor(machine)
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
