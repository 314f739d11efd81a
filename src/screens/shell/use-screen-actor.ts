import { createContext, use } from 'react'
import type { Actor, AnyActorLogic, InputFrom, InspectionEvent, SnapshotFrom } from 'xstate'
import { useKeyedActor } from '../../ui/use-keyed-actor.ts'

/** In development, who is told what every actor does; undefined for operators. Given once at the root of the page. */
export const InspectionContext = createContext<((event: InspectionEvent) => void) | undefined>(undefined)

/** What a screen's actor is made of. */
interface Made<Logic extends AnyActorLogic> {
  input: InputFrom<Logic>
  /** Its input in the place of another one, from whose last snapshot it takes something over. */
  after?: (before: SnapshotFrom<Logic>) => InputFrom<Logic>
  /**
   * What it is of: a phone's id, a market. Needed where the input holds functions that each render makes anew, or what the
   * actor only begins with; otherwise it is the input itself.
   */
  key?: unknown
}

type Listener<Logic extends AnyActorLogic> = (snapshot: SnapshotFrom<Logic>) => void

/** A kit's charts, each made once: of what their answers are is a matter of types alone. */
const madeBy = new WeakMap<() => AnyActorLogic, AnyActorLogic>()

function logicOf<Logic extends AnyActorLogic>(logic: Logic | (() => Logic)): Logic {
  if (typeof logic !== 'function') return logic
  const made = madeBy.get(logic) ?? logic()
  madeBy.set(logic, made)
  return made as Logic // What this maker has made.
}

/**
 * An actor that lives as long as the screen and what it is made of: another key, or another input where none is given, is another
 * actor. It is a root of its own, which development's list of machines would otherwise know nothing of. A chart of the kit is given by
 * its maker, `oneAnswerMachine<Box>`.
 */
export function useScreenActor<Logic extends AnyActorLogic>(
  logic: Logic | (() => Logic),
  ...[made, listener]: undefined extends InputFrom<Logic>
    ? [made?: Made<Logic>, listener?: Listener<Logic>]
    : [made: Made<Logic>, listener?: Listener<Logic>]
): Actor<Logic> {
  const inspect = use(InspectionContext)
  const key = made !== undefined && 'key' in made ? made.key : made?.input
  const optionsAfter = (before: SnapshotFrom<Logic> | undefined) => ({
    input: before !== undefined && made?.after ? made.after(before) : made?.input,
    inspect,
  })
  return useKeyedActor(logicOf(logic), key, optionsAfter, listener)
}
