import { beforeStop } from './before-stop.ts'
import { expectConformance } from './conformance.ts'

// Whatever befalls a server in these tests, everything has moved as the charts say.
beforeStop.push(expectConformance)
