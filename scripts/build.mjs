// npm run build: installs and builds what a server runs on, and starts nothing. For machines where the service may not write into the
// checkout, and for images.
import { build, install } from './prepare.mjs'

install('start')
await build()
