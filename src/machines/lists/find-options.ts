import type { Role } from '../../../domain/roles.ts'
import { api, dataOf } from '../../api/client.ts'
import type { FindOptions } from './option-search.ts'

/** Found at once; who wants another types more. */
const most = 50

const idOf = (wanted: { text: string } | { value: string }) => ('value' in wanted ? Number(wanted.value) : undefined)
const textOf = (wanted: { text: string } | { value: string }) =>
  'text' in wanted && wanted.text !== '' ? wanted.text.slice(0, 64) : undefined

/** Users that the operator may see, by name. */
export const findUsers: FindOptions = async (wanted, signal) => {
  const query = { limit: most, id: idOf(wanted), user_name: textOf(wanted), sort: 'user_name' as const }
  const { items } = await dataOf(api.GET('/api/restful/v2/user/list', { signal, params: { query } }))
  return items.map(({ id, user_name }) => ({ value: String(id), text: user_name }))
}

/** Agents that the operator may see, by name. */
export const findAgents: FindOptions = async (wanted, signal) => {
  const role: Role[] = ['agent']
  const query = { limit: most, role, id: idOf(wanted), user_name: textOf(wanted), sort: 'user_name' as const }
  const { items } = await dataOf(api.GET('/api/restful/v2/user/list', { signal, params: { query } }))
  return items.map(({ id, user_name }) => ({ value: String(id), text: user_name }))
}

/** Boxes that the operator may see, by name or code. */
export const findBoxes: FindOptions = async (wanted, signal) => {
  const query = { limit: 'value' in wanted ? 500 : most, keyword: textOf(wanted) }
  const { items } = await dataOf(api.GET('/api/restful/v2/box/list', { signal, params: { query } }))
  const options = items.map(({ id, name }) => ({ value: String(id), text: name }))
  return 'value' in wanted ? options.filter(({ value }) => value === wanted.value) : options
}

/** Uploaded files that are whole, by name; the newest first. */
export const findFiles: FindOptions = async (wanted, signal) => {
  const status: ('ready' | 'checking')[] = ['ready', 'checking']
  const limit = 'value' in wanted ? 500 : most
  const query = { limit, status, keyword: textOf(wanted), sort: '-created_at' as const }
  const { items } = await dataOf(api.GET('/api/restful/v2/file/list', { signal, params: { query } }))
  const options = items.map(({ id, name }) => ({ value: String(id), text: name }))
  return 'value' in wanted ? options.filter(({ value }) => value === wanted.value) : options
}
