import { createHash, randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { buffer } from 'node:stream/consumers'

interface StoredObject {
  content: Buffer
  /** The headers `x-amz-meta-…`. */
  metadata: Record<string, string>
}

/** What is asked of it, in the words of S3. */
export type BucketCall =
  | 'AbortMultipartUpload'
  | 'CompleteMultipartUpload'
  | 'CreateMultipartUpload'
  | 'DeleteObject'
  | 'DeleteObjects'
  | 'GetObject'
  | 'HeadObject'
  | 'ListParts'
  | 'PutObject'
  | 'UploadPart'

/** A store that speaks as much of S3 as we use, in memory, with one bucket. */
export interface TestBucket {
  objects: Map<string, StoredObject>
  /** Uploads of several parts that were neither completed nor aborted. */
  uploads: Map<string, Map<number, Buffer>>
  /** Calls that its rules refuse. */
  refused: Set<BucketCall>
  /** How far its clock is ahead. Milliseconds. */
  ahead: number
  /** The settings of a server that is to use it. */
  env: Record<string, string>
  stop(): Promise<void>
}

const name = 'fleet'

function callOf(method: string, query: URLSearchParams): BucketCall | undefined {
  if (query.has('uploads')) return 'CreateMultipartUpload'
  if (query.has('delete')) return 'DeleteObjects'
  const ofUpload = {
    PUT: 'UploadPart',
    POST: 'CompleteMultipartUpload',
    DELETE: 'AbortMultipartUpload',
    GET: 'ListParts',
  }
  const ofObject = { PUT: 'PutObject', DELETE: 'DeleteObject', GET: 'GetObject', HEAD: 'HeadObject' }
  const calls: Partial<Record<string, string>> = query.has('uploadId') ? ofUpload : ofObject
  return calls[method] as BucketCall | undefined // The values of the two objects above.
}

/** The bytes of a body that the client has cut in pieces, each with its length before it and sums at the end. */
function unchunked(body: Buffer): Buffer {
  const pieces: Buffer[] = []
  for (let at = 0; ;) {
    const line = body.indexOf('\r\n', at)
    const size = Number.parseInt(body.toString('latin1', at, line), 16)
    if (!(size > 0)) return Buffer.concat(pieces)
    pieces.push(body.subarray(line + 2, line + 2 + size))
    at = line + 2 + size + 2
  }
}

async function bodyOf(request: IncomingMessage): Promise<Buffer> {
  const body = await buffer(request)
  const isChunked = String(request.headers['x-amz-content-sha256']).startsWith('STREAMING')
  return isChunked ? unchunked(body) : body
}

const etagOf = (content: Buffer): string => `"${createHash('md5').update(content).digest('hex')}"`

export async function startBucket(): Promise<TestBucket> {
  const objects: TestBucket['objects'] = new Map()
  const uploads: TestBucket['uploads'] = new Map()
  const refused: TestBucket['refused'] = new Set()

  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { pathname, searchParams: query } = new URL(request.url ?? '/', 'http://bucket')
    const [, bucketName, ...rest] = decodeURIComponent(pathname).split('/')
    const key = rest.join('/')
    const call = callOf(request.method ?? 'GET', query)
    const body = await bodyOf(request)
    const fail = (status: number, code: string): unknown =>
      response
        .writeHead(status, { 'content-type': 'application/xml' })
        .end(request.method === 'HEAD' ? undefined : `<Error><Code>${code}</Code><Message>${code}</Message></Error>`)
    const xml = (text: string): unknown => response.writeHead(200, { 'content-type': 'application/xml' }).end(text)
    response.setHeader('date', new Date(Date.now() + bucket.ahead).toUTCString())
    if (bucketName !== name) return void fail(404, 'NoSuchBucket')
    if (call === undefined || refused.has(call)) return void fail(403, 'AccessDenied')
    const parts = uploads.get(query.get('uploadId') ?? '')
    const stored = objects.get(key)
    if (call === 'PutObject') {
      const metadata = Object.fromEntries(
        Object.entries(request.headers).flatMap(([header, value]) =>
          header.startsWith('x-amz-meta-') ? [[header, String(value)]] : [],
        ),
      )
      objects.set(key, { content: body, metadata })
      return void response.writeHead(200, { etag: etagOf(body) }).end()
    }
    if (call === 'GetObject' || call === 'HeadObject') {
      if (stored === undefined) return void fail(404, 'NoSuchKey')
      response.writeHead(200, {
        ...stored.metadata,
        etag: etagOf(stored.content),
        'content-length': stored.content.length,
      })
      return void response.end(call === 'GetObject' ? stored.content : undefined)
    }
    if (call === 'DeleteObject') {
      objects.delete(key)
      return void response.writeHead(204).end()
    }
    if (call === 'DeleteObjects') {
      for (const [, gone = ''] of body.toString().matchAll(/<Key>([^<]+)<\/Key>/g)) objects.delete(gone)
      return void xml('<DeleteResult/>')
    }
    if (call === 'CreateMultipartUpload') {
      const id = randomUUID()
      uploads.set(id, new Map())
      return void xml(
        `<InitiateMultipartUploadResult><Bucket>${name}</Bucket><Key>${key}</Key><UploadId>${id}</UploadId></InitiateMultipartUploadResult>`,
      )
    }
    if (parts === undefined) return void fail(404, 'NoSuchUpload')
    if (call === 'UploadPart') {
      parts.set(Number(query.get('partNumber')), body)
      return void response.writeHead(200, { etag: etagOf(body) }).end()
    }
    const inOrder = [...parts].toSorted(([one], [other]) => one - other)
    if (call === 'ListParts')
      return void xml(
        `<ListPartsResult><IsTruncated>false</IsTruncated>${inOrder
          .map(
            ([number, content]) =>
              `<Part><PartNumber>${number}</PartNumber><ETag>${etagOf(content)}</ETag><Size>${content.length}</Size></Part>`,
          )
          .join('')}</ListPartsResult>`,
      )
    uploads.delete(query.get('uploadId') ?? '')
    if (call === 'AbortMultipartUpload') return void response.writeHead(204).end()
    const content = Buffer.concat(inOrder.map(([, part]) => part))
    objects.set(key, { content, metadata: {} })
    return void xml(
      `<CompleteMultipartUploadResult><Bucket>${name}</Bucket><Key>${key}</Key><ETag>${etagOf(content)}</ETag></CompleteMultipartUploadResult>`,
    )
  }

  const server = createServer((request, response) => void answer(request, response))
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo // It listens on TCP, so it has one.
  const bucket: TestBucket = {
    objects,
    uploads,
    refused,
    ahead: 0,
    env: {
      S3_BUCKET: name,
      S3_ENDPOINT: `http://127.0.0.1:${port}`,
      S3_ACCESS_KEY_ID: 'key',
      S3_SECRET_ACCESS_KEY: 'secret',
    },
    async stop() {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
  return bucket
}
