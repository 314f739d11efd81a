import type { AnyStateMachine, InputFrom, SnapshotFrom } from 'xstate'
import type { Play } from './played-machine.ts'
import type { Requirement } from './sentences.ts'

/** What happens on a path: false where it can not happen just now. */
type Happening<Machine extends AnyStateMachine> = (play: Play<Machine>) => boolean

/** A machine, all that may happen to it, and what is to be seen of it. */
interface Scene<Machine extends AnyStateMachine, Screen> {
  machine: Machine
  input?: InputFrom<Machine> | ((play: Play<Machine>) => InputFrom<Machine>)
  /** By what they are called in words. The order is that in which paths try them. */
  happenings: Record<string, Happening<Machine>>
  /** What happens sooner or later if nobody interferes: at the end of each path, in turn, until none can. */
  fair?: readonly string[]
  /** What an operator sees, and what a browser and a server keep. */
  screen: (snapshot: SnapshotFrom<Machine>, play: Play<Machine>) => Screen
  /** What tells one place from another for the shortest ways, beside the state: the screen, where it does not grow for ever. */
  keep?: (snapshot: SnapshotFrom<Machine>, play: Play<Machine>) => unknown
  /** Those that are played by themselves instead of by the path: machines within, by name. */
  real?: readonly string[]
}

/** A scene, and what SPEC and DESIGN say of it: sentences that begin with the place where they stand. */
export interface AnySpecification extends Scene<AnyStateMachine, unknown> {
  requirements: Record<string, Requirement<unknown>>
}

export const specification = <Machine extends AnyStateMachine, Screen>(
  scene: Scene<Machine, Screen>,
  requirements: Record<string, Requirement<Screen>>,
): AnySpecification => ({ ...scene, requirements }) as unknown as AnySpecification // Only its own functions look into its screens.
