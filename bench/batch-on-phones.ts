import { setTimeout as pause } from 'node:timers/promises'
import type { TestServer } from '../tests/support/server.ts'
import { spawnServer } from '../tests/support/server-process.ts'
import type { Benchmark } from './figure.ts'
import { readyPhones } from './support/ready-phones.ts'

const count = 60
const poll = 20

/** From the call that begins a job on sixty phones until all of them have ended; in milliseconds. */
async function jobTime(server: TestServer, token: string, path: string, body: object): Promise<number> {
  const begun = performance.now()
  const { data, message } = await server.call(path, { token, body })
  if (data?.job_id === undefined) throw new Error(message)
  const query = { id: data.job_id, limit: 1 }
  for (;;) {
    const { job } = (await server.call('v2/job/detail', { token, query })).data
    if (job.succeeded === count) return performance.now() - begun
    if (job.ended_at !== null) throw new Error(`${job.failed} phones failed`)
    await pause(poll)
  }
}

/** Jobs on sixty phones: a script as it is run by default, and actions. */
const batchOnPhones: Benchmark['measure'] = async () => {
  const server = await spawnServer({ phones: count })
  try {
    const token = await server.signIn('admin')
    const ids = await readyPhones(server, count)
    const script = await server.call('v2/script/add', { token, body: { name: 'bench', body: 'getprop ro.serialno' } })
    const run = { id: script.data.id, targets: { device_ids: ids } }
    const act = (action: string) => jobTime(server, token, 'v2/device/run', { ids, action })
    return [
      {
        name: 'batch shell on 60 phones',
        value: await jobTime(server, token, 'v2/script/run', run),
        unit: 'ms',
        bound: 3_000,
      },
      { name: 'screenshots of 60 phones, kept as files', value: await act('screenshot'), unit: 'ms' },
      { name: 'another address for 60 phones', value: await act('change_ip'), unit: 'ms' },
    ]
  } finally {
    await server.stop()
  }
}

export default {
  group: 'Jobs and environments',
  title: 'Jobs on sixty phones',
  measure: batchOnPhones,
} satisfies Benchmark
