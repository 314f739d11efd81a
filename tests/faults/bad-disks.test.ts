import { execFileSync, spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeEach, expect, test } from 'vitest'
import { runServer, spawnServer } from '../support/server-process.ts'

const folders: string[] = []

function newFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'phonedeck-disk-'))
  folders.push(folder)
  return folder
}

/** A disk of so many megabytes. */
function mountDisk(size: number): string {
  const folder = newFolder()
  execFileSync('mount', ['-t', 'tmpfs', '-o', `size=${size}m`, 'phonedeck-test', folder])
  return folder
}

afterAll(() => {
  for (const folder of folders) {
    spawnSync('umount', ['--lazy', folder]) // Not each is a mount.
    rmSync(folder, { recursive: true })
  }
})

const mayMount = ((): boolean => {
  try {
    mountDisk(1)
    return true
  } catch {
    return false // As in most containers, and for anybody but root.
  }
})()

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
    const dataDir = mountDisk(size)
    for (let start = 0; start < 2; start += 1)
      expect(await refusal(dataDir)).toEqual(
        refusalOf(dataDir, '(No space left on device|ENOSPC|Check free disk space)'),
      )
    execFileSync('mount', ['-o', 'remount,size=200m', dataDir])
    const server = await spawnServer({ dataDir })
    expect(await server.signIn('manager')).toBeDefined()
    expect(await server.stop()).toBe(0)
  },
)

test('a disk that has become read-only is told to be', async () => {
  const dataDir = mountDisk(200)
  const server = await spawnServer({ dataDir })
  expect(await server.stop()).toBe(0)
  execFileSync('mount', ['-o', 'remount,ro', dataDir])
  expect(await refusal(dataDir)).toEqual(refusalOf(dataDir, 'Read-only file system'))
})
