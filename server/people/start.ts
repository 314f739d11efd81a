import type { Broker } from '../broker/broker.ts'
import type { Config } from '../config/config.ts'
import type { Sessions } from '../http/sessions.ts'
import type { UserAnnouncer } from '../messages/announce.ts'
import { oldRowsSweep } from '../store/forget-old.ts'
import type { Store } from '../store/store.ts'
import { accountOperations } from './account-operations.ts'
import { userBatchOperations } from './batch-operations.ts'
import { Captchas } from './captchas.ts'
import { LoginGuard } from './login-guard.ts'
import { userOperations } from './operations.ts'
import { registrationOperations } from './registration-operations.ts'
import type { Leases } from './rules.ts'
import { sessionOperations } from './session-operations.ts'
import { userUndos } from './undo.ts'
import { viewOperations } from './view-operations.ts'

interface Ports {
  config: Pick<Config, 'captcha' | 'keep' | 'reportTimeZone'>
  store: Store
  secret: Uint8Array
  sessions: Sessions
  broker: Broker
  controlLeases: Leases
  userAnnouncer: UserAnnouncer
}

/** People, their accounts and their sessions. */
export function startPeople({ config, store, secret, sessions, broker, controlLeases, userAnnouncer }: Ports) {
  const captchas = new Captchas(store)
  const loginGuard = new LoginGuard()
  return {
    undos: userUndos({ broker, userAnnouncer, controlLeases }),
    sweeps: [
      { name: 'old captchas', every: 600_000, run: () => store.captchas.forgetExpired(Date.now()) },
      // The token of a session that has run out is known to have been one for so long.
      oldRowsSweep(store, 'sessions', config.keep),
    ],
    operations: {
      ...userOperations({}),
      ...viewOperations({}),
      ...accountOperations({ config, broker, userAnnouncer, controlLeases }),
      ...userBatchOperations({ broker, userAnnouncer, controlLeases }),
      ...registrationOperations({ config, captchas, broker }),
      ...sessionOperations({ config, captchas, loginGuard, secret, sessions, controlLeases, broker }),
    },
  }
}
