import type { AddressPlaces } from '../devices/addresses/address-places.ts'
import type { Config } from '../config/config.ts'
import type { Files } from '../files/files.ts'
import type { Transfers } from '../files/transfers.ts'
import type { BoxTunnels } from '../boxes/tunnels.ts'
import type { Runs } from '../jobs/jobs.ts'
import type { EnvironmentOpenings } from '../environments/openings.ts'
import type { PhoneCare } from '../devices/care.ts'
import type { PhoneWorks } from '../devices/phone-works.ts'
import type { ControlLeases } from '../devices/control-leases.ts'
import type { Broker } from '../broker/broker.ts'
import type { UserNews } from '../messages/announce.ts'
import type { Relay } from '../relay/relay.ts'
import type { Terminals } from '../relay/terminals.ts'
import type { SessionTransfers } from '../files/session-transfers.ts'
import type { LogHeads } from '../log/heads.ts'
import type { LogKey } from '../store/operation-log.ts'
import type { Sessions } from '../http/sessions.ts'
import type { Store } from '../store/store.ts'
import type { Captchas } from '../people/captchas.ts'
import type { LoginGuard } from '../people/login-guard.ts'
import type { OperationLimits } from '../http/operation-limits.ts'

/** The parts of a running server that operations work with. */
export interface Services {
  config: Config
  store: Store
  /** Shared by all servers of the database; seals tickets and derives broker passwords. */
  secret: Uint8Array
  /** Chains the operation log. */
  logKey: LogKey
  logHeads: LogHeads
  sessions: Sessions
  sessionTransfers: SessionTransfers
  captchas: Captchas
  loginGuard: LoginGuard
  limits: OperationLimits
  addressPlaces: AddressPlaces
  controlLeases: ControlLeases
  boxTunnels: BoxTunnels
  files: Files
  broker: Broker
  userNews: UserNews
  relay: Relay
  terminals: Terminals
  phoneWorks: PhoneWorks
  transfers: Transfers
  phoneCare: PhoneCare
  openings: EnvironmentOpenings
  runs: Runs
}
