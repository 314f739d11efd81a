import { useLocation, useSearchParams } from 'react-router-dom'
import { PhoneChooser } from './PhoneChooser.tsx'
import { openedAt, PhoneDesk } from './PhoneDesk.tsx'
import { phoneIds } from './phone-ids.ts'

/** One phone under the operator's finger, or the choice of one (SPEC §2, /device1/remotely and /device/remotely). */
export function RemoteOperation() {
  const [query] = useSearchParams()
  const opened = openedAt(useLocation().state)
  const [deviceId] = phoneIds(query.get('id'))
  return deviceId === undefined ? <PhoneChooser /> : <PhoneDesk key={`${deviceId} ${opened}`} deviceId={deviceId} />
}
