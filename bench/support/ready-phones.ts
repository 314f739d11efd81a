import { setTimeout as pause } from 'node:timers/promises'
import type { TestServer } from '../../tests/support/server.ts'

/** Ids of the phones that are ready, once there are as many. */
export async function readyPhones(server: TestServer, count: number): Promise<number[]> {
  const token = await server.signIn('agent')
  for (;;) {
    const { data } = await server.call('v3/device/list', { token, query: { status: 'idle', limit: 500 } })
    if (data.items.length >= count) return data.items.map(({ id }: { id: number }) => id)
    await pause(100)
  }
}
