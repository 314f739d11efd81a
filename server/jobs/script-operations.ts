import { codes } from '../../domain/codes.ts'
import type { Jobs } from './jobs.ts'
import { defineOperations } from '../http/contract.ts'
import { filledIn, textOf } from './script-text.ts'
import { shortTargets } from './short-targets.ts'
import { reason } from '../../texts/reason.ts'
import { resultsOf } from '../http/batch-results.ts'
import { forbids, isGone, Refusal, type Objection } from '../http/refusal.ts'
import { sortOrder } from '../http/sort-order.ts'
import { targetsOf } from '../store/operation-log.ts'
import type { ScriptRow, ScriptText } from '../store/scripts.ts'
import type { Transaction } from '../store/store.ts'

const maxScripts = 1_000

async function lockScript(tx: Transaction, id: number): Promise<ScriptRow> {
  const script = await tx.scripts.lock(id)
  if (script === undefined) throw new Refusal(codes.notFound, reason('jobs.reason.noSuchScript'))
  return script
}

export const scriptOperations = defineOperations(({ jobs }: { jobs: Jobs }) => ({
  scriptList: ({ query, store }) =>
    store.scripts.list({
      id: query.id,
      keyword: query.keyword?.trim() || undefined,
      sort: sortOrder(query.sort),
      limit: query.limit,
      skip: query.skip,
    }),

  scriptAdd: ({ caller, body, store, note }) => {
    const text = textOf(body)
    return store.transaction(async (tx) => {
      if ((await tx.scripts.count()) >= maxScripts)
        throw new Refusal(codes.stateForbids, reason('scripts.reason.tooManyScripts'))
      const id = await tx.scripts.add(text, caller.id)
      const detail = { after: { name: text.name } }
      await note(tx, 'script.add', { target: `script:${id}`, detail })
      return { id }
    })
  },

  scriptEdit: ({ body: { id, updated_at, ...written }, store, note }) =>
    store.transaction(async (tx) => {
      const before = await lockScript(tx, id)
      if (updated_at !== undefined && updated_at !== before.updated_at)
        throw new Refusal(codes.stateForbids, reason('scripts.reason.changedMeanwhile'))
      const text = textOf({ ...before, ...written })
      const now = Date.now()
      await tx.scripts.edit(id, text, now)
      const changed = (['name', 'description', 'body', 'parameters'] as const).filter(
        (field) => JSON.stringify(before[field]) !== JSON.stringify(text[field]),
      )
      // A script may be long, and may hold what is nobody else's business: that it changed is enough.
      const loggedOf = (script: ScriptText) =>
        Object.fromEntries(changed.map((field) => [field, field === 'body' ? script.body.length : script[field]]))
      const detail = { before: loggedOf(before), after: loggedOf(text) }
      await note(tx, 'script.edit', { target: `script:${id}`, detail }, now)
      return null
    }),

  scriptDel: ({ body, store, language, note }) =>
    store.transaction(async (tx) => {
      const refused = new Map<number, Objection>()
      const gone: { id: number; name: string }[] = []
      for (const id of new Set(body.ids)) {
        const script = await tx.scripts.lock(id)
        const tasks = script ? await tx.scripts.tasksOf(id) : []
        if (script === undefined) refused.set(id, isGone(reason('jobs.reason.noSuchScript')))
        else if (tasks.length > 0) refused.set(id, forbids(reason('jobs.reason.scriptIsUsed', { tasks })))
        else {
          await tx.scripts.del(id)
          gone.push({ id, name: script.name })
        }
      }
      if (gone.length > 0) {
        const detail = { before: { count: gone.length } }
        await note(tx, 'script.del', { ...targetsOf('script', gone), detail })
      }
      return { results: resultsOf({ language }, body.ids, refused) }
    }),

  scriptRun: ({ caller, body, store, note }) =>
    store.transaction(async (tx) => {
      const script = await lockScript(tx, body.id)
      const job_id = await jobs.begin(tx, {
        person: caller,
        task_id: null,
        script_id: script.id,
        name: script.name,
        action: 'script',
        arguments: {},
        script: filledIn(script, body.values ?? {}),
        targets: body.targets,
        timeout_seconds: body.timeout_seconds ?? 300,
        concurrency: body.concurrency ?? 20,
      })
      const detail = { after: { job_id, targets: shortTargets(body.targets) } }
      await note(tx, 'script.run', { target: `script:${script.id}`, detail })
      return { job_id }
    }),
}))
