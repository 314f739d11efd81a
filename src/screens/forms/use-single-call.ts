import { useSelector } from '@xstate/react'
import { useRef } from 'react'
import { singleCallMachine, type Change } from '../../machines/forms/single-call.ts'
import { useScreenActor } from '../shell/use-screen-actor.ts'

/**
 * Changes as buttons make them, one after the other; `onDone` hears what each came to, while its screen stands. What is asked first is
 * asked `about` something.
 */
export function useSingleCall<Answer, About = undefined>(onDone?: (answer: Answer) => void) {
  const heard = useRef<{ answer: Answer }>(undefined)
  const actor = useScreenActor(singleCallMachine<Answer, About>, undefined, ({ context: { done } }) => {
    if (done !== heard.current) onDone?.((heard.current = done as { answer: Answer }).answer) // What was done stays so.
  })
  return {
    busy: useSelector(actor, ({ context }) => context.calls.length > 0),
    /** Does it; `what` is the same where it is the same that is pressed twice. */
    call: (what: string, change: Change<Answer>) => actor.send({ type: 'CALL', what, change }),
    /** What the operator is asked about before it is done; undefined while nobody is asked. */
    asked: useSelector(actor, ({ context }) => context.asked?.about),
    ask: (about: About, change: Change<Answer>) => actor.send({ type: 'ASK', about, change }),
    confirm: () => actor.send({ type: 'CONFIRM' }),
    cancel: () => actor.send({ type: 'CANCEL' }),
  }
}
