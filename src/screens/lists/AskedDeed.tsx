import { oneAnswerMachine } from '../../machines/lists/one-answer.ts'
import { useScreenActor } from '../shell/use-screen-actor.ts'

interface AskedDeedProps<Row> {
  id: number
  ask: (signal: AbortSignal) => Promise<Row | undefined>
  /** With the row; undefined where it is gone, or can't be had just now. */
  onAnswered: (row: Row | undefined) => void
}

/** In the place of a dialog until the row is there that it is about. */
export function AskedDeed<Row>({ id, ask, onAnswered }: AskedDeedProps<Row>) {
  useScreenActor(oneAnswerMachine<Row | undefined>, { input: { ask }, key: id }, (now) => {
    if (!now.matches('asking')) onAnswered(now.context.answer)
  })
  return null
}
