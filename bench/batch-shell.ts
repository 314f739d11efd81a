import { setTimeout as pause } from 'node:timers/promises'
import { startServer, type TestServer } from '../tests/support/server.ts'
import { quantile, type Benchmark } from './figure.ts'
import { readyPhones } from './support/ready-phones.ts'

const phones = 60
const rounds = 10
/** What an operator would ask a batch of phones. */
const body = 'getprop ro.product.model; df -k /data; dumpsys battery | head -n 5'

/** From the call to the job's end, in milliseconds. */
async function batch(server: TestServer, token: string, script: number, ids: number[]): Promise<number> {
  const begun = performance.now()
  const order = { id: script, targets: { device_ids: ids }, concurrency: phones }
  const { data, message } = await server.call('v2/script/run', { token, body: order })
  if (data === null) throw new Error(message)
  for (;;) {
    const { job } = (await server.call('v2/job/detail', { token, query: { id: data.job_id, limit: 1 } })).data
    if (job.succeeded === phones) return performance.now() - begun
    if (job.ended_at !== null) throw new Error(`${job.failed} of ${phones} phones failed`)
    await pause(20)
  }
}

/** A script on sixty phones, from the call until every phone's output is there. */
const batchShell: Benchmark = async () => {
  const server = await startServer({ phones, env: { RATE_LIMIT: '10000000' } })
  try {
    const ids = await readyPhones(server, phones)
    const token = await server.signIn('admin')
    const { data: script } = await server.call('v2/script/add', { token, body: { name: 'batch', body } })
    const times: number[] = []
    for (let round = 0; round < rounds; round += 1) times.push(await batch(server, token, script.id, ids))
    return [
      { name: `script on ${phones} phones, median`, value: quantile(times, 0.5) / 1_000, unit: 's', bound: 3 },
      { name: `script on ${phones} phones, slowest`, value: Math.max(...times) / 1_000, unit: 's', bound: 3 },
    ]
  } finally {
    await server.stop()
  }
}

export default batchShell
