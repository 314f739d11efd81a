import { randomUUID } from 'node:crypto'
import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { reasonOf } from '../config/bad-surroundings.ts'
import type { S3Config } from '../config/config.ts'
import { connectBucket } from '../files/file-storage.ts'
import { clockFinding } from './clock.ts'
import { type Check, type Finding, failed, ok } from './finding.ts'

/** The bucket: what a server does with objects, done with one that nobody wants. */
export const bucketCheck = (s3: S3Config): Check => ({
  name: 'bucket',
  async look() {
    const bucket = await connectBucket(s3)
    const name = `doctor/${randomUUID()}`
    const sent = Buffer.from(name)
    const steps: readonly (readonly [what: string, work: () => Promise<unknown>])[] = [
      ['PutObject', () => bucket.objects.write(name, Readable.from([sent]))],
      ['GetObject', async () => sameBytes(sent, await buffer(await bucket.objects.read(name)))],
      ['DeleteObject', () => bucket.objects.remove(name)],
      ['an object of several parts', () => bucket.tryParts(`${name}-parts`)],
    ]
    const findings: Finding[] = []
    for (const [what, work] of steps) {
      const why = await work().then(() => undefined, reasonOf)
      if (why !== undefined)
        findings.push(
          failed('bucket', `S3_BUCKET=${s3.bucket}: ${what}: ${why}; let the key read, write and delete there`),
        )
    }
    if (findings.length === 0) findings.push(ok('bucket', `S3_BUCKET=${s3.bucket} keeps, gives and removes objects`))
    return [...findings, ...(await clockOf(s3))]
  },
})

function sameBytes(sent: Buffer, got: Buffer): void {
  if (!sent.equals(got)) throw new Error('what was put is not what is got')
}

/** Whatever it answers, it says what time it is. */
async function clockOf({ endpoint, region }: S3Config): Promise<Finding[]> {
  const before = Date.now()
  const response = await fetch(endpoint ?? `https://s3.${region}.amazonaws.com`, { method: 'HEAD' }).catch(
    () => undefined,
  )
  const date = response?.headers.get('date')
  return date ? [clockFinding('the bucket', Date.parse(date), [before, Date.now()])] : []
}
