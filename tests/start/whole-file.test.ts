import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { pathToFileURL } from 'node:url'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import * as agents from '../../agent/whole-file.ts'
import * as servers from '../../server/config/whole-file.ts'

let folder: string
let path: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'phonedeck-whole-'))
  path = join(folder, 'kept')
})
afterEach(() => rmSync(folder, { recursive: true }))

/** Large enough that a kill meets it while it is written. */
const length = 16 * 1024 * 1024

describe.each([
  ['server/config/whole-file.ts', servers],
  ['agent/whole-file.ts', agents],
])('a file that %s writes', (module, { writeWhole }) => {
  const url = pathToFileURL(join(import.meta.dirname, '../..', module)).href
  const program = `
    const { writeWhole } = await import(${JSON.stringify(url)})
    const [path, length] = process.argv.slice(1)
    for (let letter = 0; ; letter = 1 - letter) {
      await writeWhole(path, 'ab'[letter].repeat(Number(length)))
      process.stdout.write('.')
    }`

  /** Writes it again and again, and is killed some time after it has been written. */
  async function writeUntilKilled(life: number): Promise<void> {
    const args = ['--input-type=module', '-e', program, path, String(length)]
    const writer = spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'inherit'] })
    const ended = once(writer, 'close')
    await once(writer.stdout, 'data')
    await pause(life)
    writer.kill('SIGKILL')
    await ended
  }

  test('is whole whenever its writer is killed, as before or as after, and nobody else reads it', async () => {
    for (let kill = 0; kill < 6; kill += 1) {
      await writeUntilKilled(kill * 7)
      const text = readFileSync(path, 'utf8')
      expect({ length: text.length, letters: new Set(text).size }).toEqual({ length, letters: 1 })
      expect(statSync(path).mode & 0o777).toBe(0o600)
    }
  })

  test('makes the folder that it is to be in, which nobody else looks into', async () => {
    const [outside, inside] = [join(folder, 'data'), join(folder, 'data', 'keys')]
    await writeWhole(join(inside, 'kept'), 'whole')
    expect(readFileSync(join(inside, 'kept'), 'utf8')).toBe('whole')
    expect([outside, inside].map((each) => statSync(each).mode & 0o777)).toEqual([0o700, 0o700])
  })

  test('takes the place of what a killed writer has left beside it', async () => {
    writeFileSync(`${path}.new`, 'half of')
    await writeWhole(path, 'whole')
    expect(readdirSync(folder)).toEqual(['kept'])
    expect(readFileSync(path, 'utf8')).toBe('whole')
  })
})

test.each(['', ' \n', '\0\0\0'])('a file with %j in it is as good as none', (text) => {
  expect(servers.readWhole(path)).toBeUndefined()
  writeFileSync(path, text)
  expect(servers.readWhole(path)).toBeUndefined()
  writeFileSync(path, `${text}a`)
  expect(servers.readWhole(path)).toBe(`${text}a`)
})
