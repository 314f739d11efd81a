import type { AnyStateMachine } from 'xstate'
import { always } from './requirements/sentences.ts'
import { specification } from './requirements/specification.ts'

/** What is to be seen of a machine that has nothing but a state. */
type Seen = { state: string }

/** A sentence, and where it says that an event leads, by the state before; elsewhere it leads nowhere. */
type Sentences = Readonly<Record<string, readonly [event: string, where: Readonly<Record<string, string>>]>>

/** The requirements of a chart that has nothing but states and events: in which it begins, and where each event leads. */
export function whereEventsLead(
  machine: AnyStateMachine,
  [beginning, first]: readonly [string, string],
  rest: Sentences,
) {
  const events = new Set(Object.values(rest).map(([event]) => event))
  return specification<AnyStateMachine, Seen>(
    {
      machine,
      happenings: Object.fromEntries([...events].map((type) => [type, (play) => play.send({ type })])),
      screen: (snapshot) => ({ state: String(snapshot.value) }),
    },
    {
      [beginning]: always<Seen>((step, before) => step !== before || step.screen.state === first),
      ...Object.fromEntries(
        Object.entries(rest).map(([sentence, [event, where]]) => [
          sentence,
          always<Seen>(({ happened, screen: { state } }, before) => {
            const was = before.screen.state
            return happened !== event || state === (where[was] ?? was)
          }),
        ]),
      ),
    },
  )
}
