import { useCallback, useEffect } from 'react'
import { deviceListMachine, fetchDevices, letsAllDevicesThrough, type DeviceQuery } from '../../machines/device-list.ts'
import { useConsole, useFleetPatches } from '../session-context.tsx'
import { useScreenActor } from '../use-screen-actor.ts'

/** Tells whether changes of the fleet arrive: at once, and whenever that changes. */
function useFleetConnection() {
  const console = useConsole()
  return useCallback(
    (listener: (connected: boolean) => void) => {
      const { broker } = console.getSnapshot().children
      let last: boolean | undefined
      const tell = (connected: boolean) => {
        if (connected !== last) listener((last = connected))
      }
      tell(broker?.getSnapshot().matches('live') ?? false)
      const hearing = broker?.subscribe((snapshot) => tell(snapshot.matches('live')))
      return () => hearing?.unsubscribe()
    },
    [console],
  )
}

/** The list of phones for as long as the screen stands; it follows the address's query. */
export function useDeviceList(query: DeviceQuery) {
  const patches = useFleetPatches()
  const watchConnection = useFleetConnection()
  const subscribe = useCallback<typeof patches>(
    (listener) => patches((patch) => (patch.type === 'device' ? listener(patch) : undefined)),
    [patches],
  )
  const list = useScreenActor(deviceListMachine, {
    input: { query, letsAllThrough: letsAllDevicesThrough, fetchPage: fetchDevices, subscribe, watchConnection },
  })
  // The address changes from outside as well: by a link, by going back.
  useEffect(() => list.send({ type: 'QUERY', query }), [list, query])
  return list
}
