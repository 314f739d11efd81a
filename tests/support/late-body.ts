import { once } from 'node:events'
import { type ClientRequest, request } from 'node:http'
import { text } from 'node:stream/consumers'

interface LateBody {
  asked: ClientRequest
  /** Sends the rest; answers the envelope. */
  finish(): Promise<{ code: number }>
}

/** Sends the head of a call, and waits until the server has let it in and asks for the body. */
export async function beginCall(server: { url: string }, token: string, path: string, body: object): Promise<LateBody> {
  const sent = JSON.stringify(body)
  const headers = {
    'X-Token': token,
    'Content-Type': 'application/json',
    'Content-Length': String(sent.length),
    Expect: '100-continue',
  }
  const asked = request(`${server.url}/api/restful/${path}`, { method: 'POST', headers })
  asked.flushHeaders()
  await once(asked, 'continue')
  asked.write(sent.slice(0, 1))
  return {
    asked,
    async finish() {
      const answered = once(asked, 'response')
      asked.end(sent.slice(1))
      const [answer] = await answered
      return JSON.parse(await text(answer))
    },
  }
}
