import type { OperationId } from '../http/contract.ts'
import type { Action } from '../store/operation-log.ts'
import type { UndoKind } from '../store/tables.ts'

interface Kind {
  /** What the operation log calls such batches. */
  actions: readonly Action[]
  /** The call whose roles may undo it: whoever may not do it does not undo it. */
  like: OperationId
}

/** Every kind of batch that can be undone. */
export const undoKinds: Record<UndoKind, Kind> = {
  change: {
    actions: ['environment.edit', 'environment.move', 'environment.assign'],
    like: 'environmentEdit',
  },
  trash: { actions: ['environment.del'], like: 'environmentRestore' },
  arrival: {
    actions: ['environment.batchadd', 'environment.import', 'environment.restore'],
    like: 'environmentDel',
  },
  groups: { actions: ['group.del'], like: 'groupDel' },
  users: { actions: ['user.enable', 'user.disable', 'user.renew'], like: 'userSwitch' },
  'deleted users': { actions: ['user.del'], like: 'userDel' },
  devices: { actions: ['device.edit'], like: 'deviceEdit' },
  tasks: { actions: ['task.switch'], like: 'taskSwitch' },
}

const likes = new Map<string, OperationId>(
  Object.values(undoKinds).flatMap(({ actions, like }) => actions.map((action) => [action, like] as const)),
)

/** The call whose roles may undo what an entry of the log tells of; undefined where it can't be undone by its nature. */
export const undoneLike = (action: string): OperationId | undefined => likes.get(action)
