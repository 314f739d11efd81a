import { loadavg } from 'node:os'
import { codes } from '../domain/codes.ts'
import { openKeys } from '../server/start/keys.ts'
import { openDatabase } from '../server/store/database.ts'
import { openStore } from '../server/store/store.ts'
import { type ServerProcess, spawnServer } from '../tests/support/server-process.ts'
import type { Benchmark, Figure } from './figure.ts'

/** Writers at a time, each of a row of its own. */
const writers = 64
/** How long they write, and before that warm up, in milliseconds. */
const duration = 10_000
const warmUp = 3_000

/** Has all writers write again and again; how many writes a second ended within the time that counts. */
async function perSecond(write: (writer: number) => Promise<unknown>): Promise<number> {
  const from = performance.now() + warmUp
  const until = from + duration
  let written = 0
  const writer = async (index: number): Promise<void> => {
    while (performance.now() < until) {
      await write(index)
      const now = performance.now()
      if (now >= from && now < until) written += 1
    }
  }
  await Promise.all(Array.from({ length: writers }, (_, index) => writer(index)))
  return written / (duration / 1_000)
}

/** What a server's store can write: transactions of a change and its entry, through a pool like a server's. */
async function throughTheStore(server: ServerProcess): Promise<number> {
  const db = openDatabase(server.database, () => {})
  try {
    const { log } = await openKeys(db, { dataDir: server.dataDir, secretKey: undefined })
    const store = openStore(db, log)
    const user = await store.users.byName('admin')
    if (user === undefined) throw new Error('there is no admin')
    const scripts: number[] = []
    for (let index = 0; index < writers; index += 1)
      scripts.push(
        await store.scripts.add({ name: `Script ${index}`, description: '', body: 'id', parameters: [] }, user.id),
      )
    return await perSecond((index) =>
      store.transaction(async (tx) => {
        const at = Date.now()
        const [id, description] = [scripts[index], `it is ${at}`]
        await tx.statement('update scripts set description = $1 where id = $2', [description, id])
        const detail = { before: { description: '' }, after: { description } }
        await tx.operationLog.append(
          { user, action: 'script.edit', target: `script:${id}`, ip: '127.0.0.1', detail },
          at,
        )
      }),
    )
  } finally {
    await db.destroy()
  }
}

/** What comes of it over HTTP: an operator's script that changes notes, each of a box of its own. */
async function throughCalls(server: ServerProcess): Promise<number> {
  const token = await server.signIn('agent')
  const boxes: number[] = []
  for (let index = 0; index < writers; index += 1) {
    const body = { code: `W${index}`, name: `Box ${index}`, region: 'us-west', slots: 1 }
    boxes.push((await server.call('v2/box/add', { token, body })).data.box.id)
  }
  let turn = 0
  return perSecond(async (index) => {
    const body = { id: boxes[index], note: `turn ${(turn += 1)}` }
    const { code, message } = await server.call('v2/box/edit', { token, body })
    if (code !== codes.ok) throw new Error(`the note was refused: ${message}`)
  })
}

/** How many writes a second the operation log lets through. */
const loggedWrites: Benchmark['measure'] = async (): Promise<Figure[]> => {
  const server = await spawnServer({ env: { RATE_LIMIT: '10000000', LOG_LEVEL: 'warn' } })
  try {
    const [load = 0] = loadavg()
    const stored = await throughTheStore(server)
    const called = await throughCalls(server)
    return [
      { name: 'load of the machine before it began', value: load, unit: '' },
      { name: 'logged writes, one store', value: stored, unit: '/s', bound: 2_000, atLeast: true },
      { name: 'logged writes over HTTP, one server', value: called, unit: '/s' },
    ]
  } finally {
    await server.stop()
  }
}

export default {
  group: 'Operations',
  title: 'Writes with their entries in the log',
  measure: loggedWrites,
} satisfies Benchmark
