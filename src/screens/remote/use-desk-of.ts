import type { To } from 'react-router-dom'
import type { Device } from '../../api/devices.ts'
import { deskOf, mayOpen, placeAt } from '../../routes.ts'
import { useCurrentUser } from '../session/session-context.tsx'
import { useSection } from '../shell/use-section.ts'

/**
 * Where another phone is operated from here. Among the devices one stays; from a market's section one comes to that of the shop
 * that is open on the phone, or, where none is, among the devices.
 */
export function useDeskOf(): (phone: Pick<Device, 'id' | 'environment'>) => To {
  const user = useCurrentUser()
  const section = useSection()
  return ({ id, environment }) => {
    if (section === undefined) return { search: `?id=${id}` }
    const place = environment && placeAt(`/${environment.market}/remotely`)
    return deskOf(id, place && mayOpen(user, place) ? environment.market : undefined)
  }
}
