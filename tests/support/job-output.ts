import type { Schemas } from '../../server/http/contract.ts'
import type { TestServer } from './server.ts'

/** What a phone said in a job from `offset` on, and how its part stands. */
export async function jobOutput(
  server: TestServer,
  token: string,
  { job: id, phone, offset = 0 }: { job: number; phone: number; offset?: number },
): Promise<Schemas['PartOutput']> {
  const { parts } = (await server.call('v2/job/detail', { token, query: { id } })).data
  const part = parts.items.find(({ device_id }: Schemas['JobPart']) => device_id === phone)
  return (await server.call('v2/run/detail', { token, query: { id, part_id: part.id, offset } })).data
}
