import { spawn } from 'node:child_process'
import { createInterface } from 'node:readline'
import { setTimeout as pause } from 'node:timers/promises'
import type { Benchmark } from './figure.ts'
import { cpuSeconds } from './support/cpu-time.ts'
import { residentMb } from './support/resident.ts'

const phones = 60
const watchedSeconds = 20

/** What sixty phones cost while nobody looks at them. */
const idlePhones: Benchmark['measure'] = async () => {
  const child = spawn(process.execPath, ['phone/main.ts', '--phones', String(phones), '--port', '0'], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  try {
    for await (const line of createInterface(child.stdout)) if (line.includes('"ready"')) break
    const pid = child.pid
    if (pid === undefined) throw new Error('the phones did not start')
    await pause(3_000)
    const before = cpuSeconds(pid)
    await pause(watchedSeconds * 1_000)
    const used = cpuSeconds(pid) - before
    return [
      { name: `${phones} idle phones, memory`, value: residentMb(pid), unit: 'MB', bound: 150 },
      { name: `${phones} idle phones, processor`, value: (used / watchedSeconds) * 100, unit: '% of a core', bound: 1 },
    ]
  } finally {
    child.kill()
  }
}

export default {
  group: 'Boxes and phones',
  title: 'Virtual phones that nobody looks at',
  measure: idlePhones,
} satisfies Benchmark
