import { afterAll, beforeEach, expect, test } from 'vitest'
import { runServer, spawnServer } from '../support/server-process.ts'
import { SmallDisks } from '../support/small-disk.ts'

const disks = new SmallDisks()
afterAll(() => disks.remove())

const mayMount = disks.mayMount()

beforeEach(({ skip }) => skip(!mayMount, 'this user may not mount a disk here'))

/** What such a server says before it ends, with which exit code. */
async function refusal(dataDir: string): Promise<{ exitCode: number | null; lines: string[] }> {
  const env = { DATA_DIR: dataDir, PORT: '0', PHONES: '0', DEMO: 'accounts', LOG_LEVEL: 'error' }
  const { exitCode, lines } = await runServer(env)
  return { exitCode, lines: lines.filter((line) => !line.startsWith('{')) } // What is not the log.
}

const refusalOf = (dataDir: string, reason: string) => ({
  exitCode: 2,
  lines: [expect.stringMatching(new RegExp(`^DATA_DIR=${dataDir}: .*${reason}`))],
})

// The smaller ones have no room for PostgreSQL's own, the larger ones for what is put in it.
test.each([1, 20, 30, 38, 40])(
  'a disk of %i MB is told to be full, and is started on once it is larger',
  async (size) => {
    const dataDir = disks.mount(size)
    for (let start = 0; start < 2; start += 1)
      expect(await refusal(dataDir)).toEqual(
        refusalOf(dataDir, '(No space left on device|ENOSPC|Check free disk space)'),
      )
    disks.remount(dataDir, 'size=200m')
    const server = await spawnServer({ dataDir })
    expect(await server.signIn('manager')).toBeDefined()
    expect(await server.stop()).toBe(0)
  },
)

test('a disk that has become read-only is told to be', async () => {
  const dataDir = disks.mount(200)
  const server = await spawnServer({ dataDir })
  expect(await server.stop()).toBe(0)
  disks.remount(dataDir, 'ro')
  expect(await refusal(dataDir)).toEqual(refusalOf(dataDir, 'Read-only file system'))
})
