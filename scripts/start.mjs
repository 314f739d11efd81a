// npm start: installs and builds what is missing, then runs the control plane with everything embedded, and keeps it running.
import { build, install } from './prepare.mjs'
import { supervise } from './supervisor.mjs'

// npm that is asked to end ends its shell, and the shell tells nobody.
if (process.env.npm_lifecycle_event === 'start') {
  const { ppid } = process
  setInterval(() => process.ppid !== ppid && process.kill(process.pid, 'SIGTERM'), 500).unref()
}
install('start')
await build()
process.exit(await supervise())
