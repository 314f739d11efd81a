import { useLocation } from 'react-router-dom'
import { PhoneChooser } from './PhoneChooser.tsx'
import { openedAt, PhoneDesk } from './PhoneDesk.tsx'
import { deviceOf } from './phone-ids.ts'

/** One phone under the operator's finger, or the choice of one (SPEC §2, /device1/remotely and /device/remotely). */
export function RemoteOperation() {
  const { search, state } = useLocation()
  const opened = openedAt(state)
  const deviceId = deviceOf(search)
  return deviceId === undefined ? <PhoneChooser /> : <PhoneDesk key={`${deviceId} ${opened}`} deviceId={deviceId} />
}
