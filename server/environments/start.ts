import type { Broker } from '../broker/broker.ts'
import type { Workflows } from '../devices/workflows/workflows.ts'
import type { UserAnnouncer } from '../messages/announce.ts'
import { fillPinyin } from '../store/fill-pinyin.ts'
import type { Store } from '../store/store.ts'
import { environmentChangeOperations } from './change-operations.ts'
import { groupOperations } from './group-operations.ts'
import { groupUndos } from './group-undo.ts'
import { environmentImportOperations } from './import-operations.ts'
import { type BeginJob, environmentOpeningOperations } from './opening-operations.ts'
import { EnvironmentOpenings } from './openings.ts'
import { environmentOperations } from './operations.ts'
import { environmentProxyOperations } from './proxy-operations.ts'
import { environmentTrashOperations } from './trash-operations.ts'
import { emptyTrash } from './trash.ts'
import { environmentUndos } from './undo.ts'

interface Ports {
  store: Store
  secret: Uint8Array
  broker: Broker
  userAnnouncer: Pick<UserAnnouncer, 'groupsChanged'>
  workflows: Pick<Workflows, 'begin' | 'callOff'>
  beginJob: BeginJob
}

/** Environments and their groups, on phones and in the trash. */
export function startEnvironments({ store, secret, broker, userAnnouncer, workflows, beginJob }: Ports) {
  const openings = new EnvironmentOpenings(broker, workflows)
  return {
    openings,
    undos: { ...environmentUndos({ broker }), ...groupUndos({ broker, userAnnouncer }) },
    sweeps: [
      { name: 'trash', every: 3_600_000, run: () => emptyTrash(store, Date.now()) },
      { name: 'pinyin', every: 600_000, run: (signal: AbortSignal) => fillPinyin(store, signal) },
    ],
    operations: {
      ...environmentOperations({ secret, broker }),
      ...environmentChangeOperations({ secret, broker }),
      ...environmentImportOperations({ secret, broker }),
      ...environmentOpeningOperations({ openings, beginJob }),
      ...environmentProxyOperations({}),
      ...environmentTrashOperations({ broker }),
      ...groupOperations({ broker, userAnnouncer }),
    },
  }
}
