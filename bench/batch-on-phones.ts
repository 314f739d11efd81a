import { startServer, type TestServer } from '../tests/support/server.ts'
import type { Benchmark } from './figure.ts'

const count = 60
const poll = 20

/** Asks until the answer is the wanted one. */
async function eventually<T>(ask: () => Promise<T>, wanted: (answer: T) => boolean): Promise<T> {
  for (;;) {
    const answer = await ask()
    if (wanted(answer)) return answer
    await new Promise((resolve) => setTimeout(resolve, poll))
  }
}

/** From the call that begins a job on sixty phones until all of them have ended; in milliseconds. */
async function jobTime(server: TestServer, token: string, path: string, body: object): Promise<number> {
  const begun = performance.now()
  const { data, message } = await server.call(path, { token, body })
  if (data?.job_id === undefined) throw new Error(message)
  const query = { id: data.job_id, limit: 1 }
  const job = await eventually(
    async () => (await server.call('v2/job/detail', { token, query })).data.job,
    ({ ended_at }) => ended_at !== null,
  )
  if (job.succeeded !== count) throw new Error(`${job.failed} phones failed`)
  return performance.now() - begun
}

/** Jobs on sixty phones: a script as it is run by default, and actions. */
const batchOnPhones: Benchmark = async () => {
  const server = await startServer({ phones: count })
  try {
    const token = await server.signIn('admin')
    const query = { status: ['idle'], limit: count }
    const { items } = await eventually(
      async () => (await server.call('v3/device/list', { token, query })).data,
      ({ total }) => total === count,
    )
    const ids: number[] = items.map(({ id }: { id: number }) => id)
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

export default batchOnPhones
