import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { expect, test } from 'vitest'

test('what a signal ends has not been done: nothing that comes after it is', async () => {
  const script = "const { must } = await import('./scripts/run.mjs'); await must('sleep', ['60']); console.log('done')"
  const program = spawn(process.execPath, ['--input-type=module', '--eval', `console.log('begun'); ${script}`])
  const said: string[] = []
  program.stdout.on('data', (chunk) => said.push(String(chunk)))
  await once(program.stdout, 'data')
  // Until the signal is passed on it ends the program itself, which is none of what is tried.
  await expect.poll(() => spawnedBy(program.pid), { timeout: 60_000 }).toContain('sleep')
  program.kill('SIGTERM')
  const [code] = await once(program, 'exit')
  expect({ code, said: said.join('') }).toEqual({ code: 143, said: 'begun\n' })
})

/** The names of a program's children. */
async function spawnedBy(pid: number | undefined): Promise<string> {
  const listed = spawn('ps', ['-o', 'comm=', '--ppid', String(pid)])
  const [names] = await Promise.all([once(listed.stdout, 'data').catch(() => ['']), once(listed, 'exit')])
  return String(names[0])
}
