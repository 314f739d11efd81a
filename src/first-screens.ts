// What nearly everybody sees first once signed in, as one file to fetch. Blueprint's styles stand before those that change them.
import '@blueprintjs/core/lib/css/blueprint.css'
import './ui/blueprint.css'

export { DeviceList } from './screens/devices/DeviceList.tsx'
export { SignedIn } from './screens/session/SignedIn.tsx'
export { Shell } from './screens/shell/Shell.tsx'
