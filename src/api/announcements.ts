import type { paths } from '../../generated/contract-types.ts'
import { ApiError } from './errors.ts'

type Path = keyof paths

/** Calls of forms: what is wrong with a field is said at that field, and everything else pops up. */
const saidAtFields: readonly Path[] = [
  '/api/restful/v2/box/add',
  '/api/restful/v2/box/edit',
  '/api/restful/v2/device/edit',
  '/api/restful/v2/device/run',
  '/api/restful/v2/environment/add',
  '/api/restful/v2/environment/batchadd',
  '/api/restful/v2/environment/edit',
  '/api/restful/v2/file/edit',
  '/api/restful/v2/group/add',
  '/api/restful/v2/group/edit',
  '/api/restful/v2/maintain/frp',
  '/api/restful/v2/script/add',
  '/api/restful/v2/script/edit',
  '/api/restful/v2/script/run',
  '/api/restful/v2/task/add',
  '/api/restful/v2/task/edit',
  '/api/restful/v2/task/preview', // It is asked for while the operator types.
  '/api/restful/v2/user/add',
  '/api/restful/v2/user/edit',
  '/api/restful/v2/user/pwd/reset',
  '/api/restful/v2/user/register',
]

/**
 * Calls whose failures have a place of their own. The password's is told in the words that SPEC §8 has for it, for as long; a
 * phone's picture and shell ask again by themselves, a hundred of them on a wall, and say in their place why there is none.
 * The dialog of a message says that it can not be had, the switch of the browser's notifications says beside itself what has failed, and the menu of views that those of the team are missing.
 */
const saidInPlace: readonly Path[] = [
  '/api/restful/v2/user/pwd/modify',
  '/api/restful/v2/device/stream/point',
  '/api/restful/v2/device/terminal/point',
  '/api/restful/v2/user/message/confirm',
  '/api/restful/v2/user/push/list',
  '/api/restful/v2/user/push/subscribe',
  '/api/restful/v2/user/push/unsubscribe',
  '/api/restful/v2/view/list',
]

const isAmong = (calls: readonly string[], path: string): boolean => calls.includes(path)

/** Whether a call's failure pops up (SPEC §8): it does, unless the call stands above. The end of the session always does. */
export function isAnnounced(path: string, failure: Error): boolean {
  const { endsSession, fields } = failure instanceof ApiError ? failure : { endsSession: false, fields: {} }
  if (endsSession) return true
  if (isAmong(saidInPlace, path)) return false
  return Object.keys(fields).length === 0 || !isAmong(saidAtFields, path)
}
