import type { OperationId } from '../http/contract.ts'
import type { Action } from '../store/operation-log.ts'
import type { UndoKind } from '../store/tables.ts'
import { undoDevices } from '../devices/undo.ts'
import { undoArrival, undoChange, undoTrash } from '../environments/undo.ts'
import { undoGroupDeletion } from '../environments/group-undo.ts'
import type { UndoWork } from './put-back.ts'
import { undoTasks } from '../jobs/undo.ts'
import { undoUserDeletion, undoUsers } from '../people/undo.ts'

interface Kind {
  /** What the operation log calls such batches. */
  actions: readonly Action[]
  /** The call whose roles may undo it: whoever may not do it does not undo it. */
  like: OperationId
  undo: UndoWork
}

/** Every kind of batch that can be undone, and how. */
export const undoKinds: Record<UndoKind, Kind> = {
  change: {
    actions: ['environment.edit', 'environment.move', 'environment.assign'],
    like: 'environmentEdit',
    undo: undoChange,
  },
  trash: { actions: ['environment.del'], like: 'environmentRestore', undo: undoTrash },
  arrival: {
    actions: ['environment.batchadd', 'environment.import', 'environment.restore'],
    like: 'environmentDel',
    undo: undoArrival,
  },
  groups: { actions: ['group.del'], like: 'groupDel', undo: undoGroupDeletion },
  users: { actions: ['user.enable', 'user.disable', 'user.renew'], like: 'userSwitch', undo: undoUsers },
  'deleted users': { actions: ['user.del'], like: 'userDel', undo: undoUserDeletion },
  devices: { actions: ['device.edit'], like: 'deviceEdit', undo: undoDevices },
  tasks: { actions: ['task.switch'], like: 'taskSwitch', undo: undoTasks },
}

const likes = new Map<string, OperationId>(
  Object.values(undoKinds).flatMap(({ actions, like }) => actions.map((action) => [action, like] as const)),
)

/** The call whose roles may undo what an entry of the log tells of; undefined where it can't be undone by its nature. */
export const undoneLike = (action: string): OperationId | undefined => likes.get(action)
