import type { Reason } from '../../../domain/reason.ts'
import type { Action } from '../../store/operation-log.ts'
import type { Transaction } from '../../store/store.ts'
import type { WorkflowKind } from '../../store/tables.ts'
import type { WorkflowRow } from '../../store/workflow-queries.ts'

/**
 * What the operation log calls each kind of which it tells when it ends, as only then there is something to tell: the address. Of the
 * others an entry was written when they began; what became of them is told by the phone's events.
 */
const toldAtEnd: Readonly<Record<WorkflowKind, Action | null>> = {
  open: null,
  close: null,
  restore: null,
  change_ip: 'device.changeip',
}

/** Ends a workflow that came to nothing: what somebody tried with the phone is in the operation log, with why. */
export async function failWorkflow(tx: Transaction, workflow: WorkflowRow, why: Reason, at: number): Promise<void> {
  const { id, kind, device_id, user_id, ip } = workflow
  await tx.workflows.end(id, 'failed', why, at)
  const action = toldAtEnd[kind]
  if (action === null) return
  const user = (await tx.users.byId(user_id)) ?? null
  const entry = { user, action, target: `device:${device_id}`, ip, detail: { after: { reason: why } } }
  await tx.operationLog.append({ ...entry, result: 'failed' }, at)
}
