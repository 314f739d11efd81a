import { useSelector } from '@xstate/react'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import type { Device } from '../../api/devices.ts'
import { phaseOf } from './remote-phase.ts'
import type { RemoteSession } from '../../machines/remote/remote-session.ts'
import { remoteWallMachine } from '../../machines/remote/remote-wall.ts'
import { PhoneView } from '../../ui/PhoneView.tsx'
import { useScreenActor } from '../shell/use-screen-actor.ts'
import { useFleet } from './fleet.ts'
import { sizeOfResolution } from './frame-size.ts'

interface LiveVideosProps {
  phones: readonly Device[]
  /** Places the videos: answered is the one of the phone with this id, undefined when it is none of them. */
  children: (videoOf: (id: number) => ReactNode | undefined) => ReactNode
}

/** Observes phones for as long as it is there. */
export function LiveVideos({ phones, children }: LiveVideosProps) {
  const wall = useScreenActor(remoteWallMachine, {
    key: phones.map(({ id }) => id),
    input: { fleet: useFleet(), known: phones },
  })
  const watched = useSelector(wall, ({ context }) => context.phones)
  return children((id) => {
    const phone = watched.find((each) => each.id === id)
    return phone?.session && <LiveVideo {...phone} session={phone.session} />
  })
}

interface LiveVideoProps {
  name: string
  resolution: string
  session: RemoteSession
}

function LiveVideo({ name, resolution, session }: LiveVideoProps) {
  const { t } = useTranslation()
  const phase = useSelector(session, phaseOf)
  const player = useSelector(session, ({ context }) => context.player)
  const size = useSelector(session, ({ context }) => context.size) ?? sizeOfResolution(resolution)
  return (
    <PhoneView
      small
      label={t('remote.screenOf', { name })}
      size={size}
      player={player}
      isFaded={phase !== 'observing'}
    />
  )
}
