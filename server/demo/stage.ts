import type { EmbeddedFleet } from '../embedded/fleet.ts'
import type { Store } from '../store/store.ts'

/** Makes a call as somebody of the fleet and answers its data; throws where it is refused. */
export type CallAs = <Data>(userName: string, path: string, body: object) => Promise<Data>

/** What a chapter of the demo fleet works with. */
export interface Stage {
  callAs: CallAs
  store: Store
  fleet: EmbeddedFleet
}
