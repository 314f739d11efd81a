import { expect, vi } from 'vitest'
import type { Schemas } from '../../server/http/contract.ts'
import type { TestServer } from './server.ts'

type Device = Schemas['Device']

/** The idle phones that somebody sees, by name, once there are so many. */
export const idlePhones = (server: Pick<TestServer, 'call'>, token: string, count: number): Promise<Device[]> =>
  vi.waitFor(
    async () => {
      const query = { sort: 'name', status: ['idle'] }
      const { items } = (await server.call('v3/device/list', { token, query })).data
      expect(items).toHaveLength(count)
      return items
    },
    { timeout: 90_000, interval: 50 },
  )

/** The only phone of a server, once it is idle: its id. */
export async function onlyPhone(server: Pick<TestServer, 'call'>, token: string): Promise<number> {
  const [phone] = await idlePhones(server, token, 1)
  if (phone === undefined) throw new Error('there is no phone')
  return phone.id
}
