import { Pool } from 'pg'
import { codes } from '../domain/codes.ts'
import { connectionOf } from '../server/store/database.ts'
import { type ServerProcess, spawnServer } from '../tests/support/server-process.ts'
import type { Benchmark, Point } from './figure.ts'
import { againAndAgain } from './support/again-and-again.ts'
import { fillLog, writers, writeThroughStore } from './support/logged-writers.ts'

const whole = { warmUp: 3_000, duration: 10_000 }
const short = { warmUp: 1_000, duration: 3_000 }
/** Entries that the log has already, for a curve. */
const sizes = [10_000, 100_000, 1_000_000]
/** Connections of a server's pool. */
const connections = 8

/** The least that such a transaction is: a change, and a row of what was changed, through a pool and nothing else. */
async function throughPgAlone(server: ServerProcess): Promise<number> {
  const pool = new Pool({ ...connectionOf(server.database), max: connections })
  try {
    await pool.query('create table bench_rows as select n as id, $1::text as text from generate_series(0, 63) as n', [
      '',
    ])
    await pool.query('create unique index on bench_rows (id)')
    await pool.query('create table bench_entries (id bigserial primary key, at bigint, text text)')
    const change = { name: 'change', text: 'update bench_rows set text = $1 where id = $2' }
    const entry = { name: 'entry', text: 'insert into bench_entries (at, text) values ($1, $2)' }
    const written = await againAndAgain(writers, whole, async (index) => {
      const client = await pool.connect()
      const at = Date.now()
      await client.query('begin')
      await client.query({ ...change, values: [`it is ${at}`, index] })
      await client.query({ ...entry, values: [at, JSON.stringify({ after: `it is ${at}` })] })
      await client.query('commit')
      client.release()
    })
    return written.perSecond
  } finally {
    await pool.end()
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
  const written = await againAndAgain(writers, whole, async (index) => {
    const body = { id: boxes[index], note: `turn ${(turn += 1)}` }
    const { code, message } = await server.call('v2/box/edit', { token, body })
    if (code !== codes.ok) throw new Error(`the note was refused: ${message}`)
  })
  return written.perSecond
}

/** How many writes a second the operation log lets through. */
const loggedWrites: Benchmark['measure'] = async () => {
  const server = await spawnServer({ env: { RATE_LIMIT: '10000000', LOG_LEVEL: 'warn' } })
  try {
    const { perSecond: stored } = await writeThroughStore(server, whole)
    const alone = await throughPgAlone(server)
    const called = await throughCalls(server)
    const points: Point[] = []
    for (const size of sizes) {
      await fillLog(server, size)
      points.push({ size, value: (await writeThroughStore(server, short)).perSecond })
    }
    const peer = { name: 'a change and a row, through pg alone', value: alone }
    return {
      figures: [
        { name: 'logged writes, one store', value: stored, unit: '/s', bound: 2_000, atLeast: true, peer },
        { name: 'logged writes over HTTP, one server', value: called, unit: '/s' },
      ],
      series: [
        {
          plot: 'Writes with an entry in the log',
          name: 'through one store',
          sizes: 'entries in the log',
          unit: '/s',
          points,
        },
      ],
    }
  } finally {
    await server.stop()
  }
}

export default {
  group: 'Operations',
  title: 'Writes with their entries in the log',
  measure: loggedWrites,
} satisfies Benchmark
