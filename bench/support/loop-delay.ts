import { writeFileSync } from 'node:fs'
import { monitorEventLoopDelay } from 'node:perf_hooks'

// Loaded by a server before itself: writes each second into the file that LOOP_DELAY names how long its event loop has kept others
// waiting, of 100 times the longest but one, in milliseconds since SIGUSR2 came last.

const file = process.env.LOOP_DELAY
const delay = monitorEventLoopDelay({ resolution: 1 })
delay.enable()
process.on('SIGUSR2', () => delay.reset())
if (file !== undefined) setInterval(() => writeFileSync(file, String(delay.percentile(99) / 1e6)), 1_000).unref()
