import { once } from 'node:events'
import { WebSocket } from 'ws'
import type { UserMessage } from '../../domain/user-messages.ts'
import type { TestServer } from './server.ts'

/** What a user's browser hears over its websocket. */
interface UserSocket {
  /** Everything heard so far. */
  heard: UserMessage[]
  /** The first message of a task type, heard or to come. */
  next(taskType: number): Promise<UserMessage>
  close(): void
}

/** Opens the websocket of a session, as the console does. */
export async function openUserSocket({ url }: Pick<TestServer, 'url'>, token: string): Promise<UserSocket> {
  const socket = new WebSocket(`${url.replace('http', 'ws')}/api/restful/v2/ws/user?token=${token}`)
  const heard: UserMessage[] = []
  socket.on('message', (data: Buffer) => heard.push(JSON.parse(data.toString())))
  await once(socket, 'open')
  return {
    heard,
    async next(taskType) {
      for (;;) {
        const message = heard.find(({ task_type }) => task_type === taskType)
        if (message) return message
        await once(socket, 'message')
      }
    },
    close: () => socket.close(),
  }
}
