// npm start: installs and builds what is missing, then runs the control plane with everything embedded, and keeps it running.
import { build, install } from './prepare.mjs'
import { supervise } from './supervisor.mjs'

install('start')
await build()
process.exit(await supervise())
