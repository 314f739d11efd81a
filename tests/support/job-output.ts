import type { Schemas } from '../../server/http/contract.ts'
import type { TestServer } from './server.ts'

/** What a phone said in a job from `offset` on, and how its item stands. */
export async function jobOutput(
  server: TestServer,
  token: string,
  { job: id, phone, offset = 0 }: { job: number; phone: number; offset?: number },
): Promise<Schemas['ItemOutput']> {
  const { items } = (await server.call('v2/job/detail', { token, query: { id } })).data
  const item = items.items.find(({ device_id }: Schemas['JobItem']) => device_id === phone)
  return (await server.call('v2/job/output', { token, query: { id, item_id: item.id, offset } })).data
}
