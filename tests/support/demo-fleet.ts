import { setTimeout as pause } from 'node:timers/promises'
import { spawnServer, type ServerProcess } from './server-process.ts'

/** A server with the demo fleet that `npm start` shows, which has a past, once the last chapter of it is over. */
export async function startDemoFleet(phones: number): Promise<ServerProcess> {
  const server = await spawnServer({ phones, env: { CAPTCHA: 'off', DEMO: '1', LOG_LEVEL: 'info' } })
  const token = await server.signIn('admin')
  for (;;) {
    const { data } = await server.call('v2/job/list', { token })
    if (data.items[0]?.state === 'done') return server
    await pause(500)
  }
}
