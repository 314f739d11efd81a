import type { components, operations } from '../../generated/contract-types.ts'
import { api, dataOf } from './client.ts'
import { idsOf, pagesByOffset, type BatchCall } from './list-calls.ts'

export type Script = components['schemas']['Script']
export type ScriptParameter = Script['parameters'][number]
export type Targets = components['schemas']['Targets']
type Parameters = NonNullable<operations['scriptList']['parameters']['query']>
export type ScriptQuery = Pick<Parameters, 'sort' | 'keyword'>

export const fetchScripts = pagesByOffset<Script, ScriptQuery>(({ query, skip, limit }, signal) =>
  dataOf(api.GET('/api/restful/v2/script/list', { signal, params: { query: { ...query, skip, limit } } })),
)

/** What people write of a script. */
export type ScriptText = {
  name: string
  description: string
  body: string
  parameters: readonly ScriptParameter[]
}

export const addScript = async ({ parameters, ...text }: ScriptText, signal: AbortSignal): Promise<void> => {
  await dataOf(api.POST('/api/restful/v2/script/add', { signal, body: { ...text, parameters: [...parameters] } }))
}

/** Changes a script; what it runs only where nobody else has changed it since it was read. */
export async function editScript(
  { id, updated_at }: Pick<Script, 'id' | 'updated_at'>,
  { parameters, ...changes }: Partial<ScriptText>,
  signal: AbortSignal,
): Promise<void> {
  const body = {
    id,
    ...changes,
    ...(parameters && { parameters: [...parameters] }),
    ...((changes.body !== undefined || parameters) && { updated_at }),
  }
  await api.POST('/api/restful/v2/script/edit', { signal, body })
}

export const deleteScripts: BatchCall<ScriptQuery> = async (target, signal) => {
  const body = { ids: idsOf(target) }
  return dataOf(api.POST('/api/restful/v2/script/del', { signal, body }))
}

/** What there is to say of a job. */
interface RunOptions {
  targets: Targets
  values: Readonly<Record<string, string>>
  timeout_seconds: number
  concurrency: number
}

/** Runs a script now; answers the job. */
export const runScript = async (id: number, options: RunOptions, signal: AbortSignal): Promise<number> =>
  (await dataOf(api.POST('/api/restful/v2/script/run', { signal, body: { id, ...options } }))).job_id
