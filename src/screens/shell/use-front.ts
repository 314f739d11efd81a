import { useSelector } from '@xstate/react'
import { frontMachine } from '../../machines/shell/front.ts'
import { useScreenActor } from './use-screen-actor.ts'

/** What stands in front of a part of the screen, which begins with `first` or nothing; undefined while nothing does. */
export function useFront<Front>(first?: Front) {
  const actor = useScreenActor(frontMachine<Front>, { key: 'as long as it stands', input: { first } })
  return {
    front: useSelector(actor, ({ context }) => context.front),
    open: (front: Front) => actor.send({ type: 'OPEN', front }),
    close: (front: Front) => actor.send({ type: 'CLOSE', front }),
  }
}
