import { Buffer } from 'node:buffer'
import { createHash, randomBytes } from 'node:crypto'
import type { TestServer } from './server.ts'

const path = '/api/restful/v2/file/upload'
const tus = (token: string) => ({ 'Tus-Resumable': '1.0.0', 'X-Token': token })

/** What an upload is begun with. */
export const creation = (name: string, size: number | string) => ({
  'Upload-Length': String(size),
  'Upload-Metadata': `filename ${Buffer.from(name).toString('base64')}`,
})

/** Begins an upload, as tus says; `headers` replace what it would send. */
export const beginUpload = (
  server: Pick<TestServer, 'url'>,
  token: string,
  name: string,
  size: number | string,
  headers: Record<string, string> = {},
): Promise<Response> =>
  fetch(server.url + path, { method: 'POST', headers: { ...tus(token), ...creation(name, size), ...headers } })

/** The address of an upload that was begun. */
export function addressOf(server: Pick<TestServer, 'url'>, response: Response): string {
  const location = response.headers.get('location')
  if (location === null) throw new Error(`no upload was begun: ${response.status}`)
  return new URL(location, server.url).href
}

export const sendPart = (url: string, token: string, offset: number, body: BodyInit): Promise<Response> =>
  fetch(url, {
    method: 'PATCH',
    headers: { ...tus(token), 'Upload-Offset': String(offset), 'Content-Type': 'application/offset+octet-stream' },
    body,
  })

/** How far the server has come. */
export async function offsetOf(url: string, token: string): Promise<number> {
  const response = await fetch(url, { method: 'HEAD', headers: tus(token) })
  return response.ok ? Number(response.headers.get('upload-offset')) : Number.NaN
}

export const cancelUpload = (url: string, token: string): Promise<Response> =>
  fetch(url, { method: 'DELETE', headers: tus(token) })

/** Uploads a whole file; answers its address. */
export async function upload(
  server: Pick<TestServer, 'url'>,
  token: string,
  name: string,
  content: Uint8Array<ArrayBuffer>,
): Promise<string> {
  const url = addressOf(server, await beginUpload(server, token, name, content.length))
  await sendPart(url, token, 0, content)
  return url
}

const sum = (bytes: Buffer): string => createHash('sha256').update(bytes).digest('hex')

/** Sends a file up in two parts and a half and fetches it: what each part was answered, and the sums of what went and what came. */
export async function thereAndBack(server: Pick<TestServer, 'url' | 'call'>, token: string, part: number) {
  const content = randomBytes(2.5 * part)
  const url = addressOf(server, await beginUpload(server, token, 'app.apk', content.length))
  const answers: number[] = []
  for (let at = 0; at < content.length; at += part)
    answers.push((await sendPart(url, token, at, content.subarray(at, at + part))).status)
  const { data } = await server.call('v2/file/list', { token })
  const link = await server.call('v2/file/link', { token, query: { id: data.items[0].id } })
  const down = Buffer.from(await (await fetch(server.url + link.data.url)).arrayBuffer())
  return { answers, sent: sum(content), received: sum(down) }
}
