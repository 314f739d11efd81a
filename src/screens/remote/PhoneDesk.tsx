import { useSelector } from '@xstate/react'
import { useTranslation } from 'react-i18next'
import { useNavigate } from 'react-router-dom'
import { mayCall } from '../../permissions.ts'
import { deskOf } from '../../routes.ts'
import { rememberedQuality } from '../../machines/remote/quality-governor.ts'
import { phoneChangeMachine } from '../../machines/remote/phone-change.ts'
import { holdsPage, phoneFileMachine } from '../../machines/remote/phone-file.ts'
import { remoteDeskMachine } from '../../machines/remote/remote-desk.ts'
import { leavesScreen, useHeldPage } from '../../ui/use-held-page.ts'
import { useCurrentUser, useNotify } from '../session/session-context.tsx'
import { useScreenActor } from '../shell/use-screen-actor.ts'
import { useSection } from '../shell/use-section.ts'
import { useFleet } from './fleet.ts'
import { sizeOfResolution } from './frame-size.ts'
import { PhoneChangeDialog } from './PhoneChangeDialog.tsx'
import { PhoneFileLeave } from './PhoneFileNotice.tsx'
import { PhoneGroup } from './PhoneGroup.tsx'
import { PhonePanel } from './PhonePanel.tsx'
import { PhoneTabs } from './PhoneTabs.tsx'
import { ShopBands } from './ShopBands.tsx'
import { deviceOf } from './phone-ids.ts'
import { notice } from './remote-notice.ts'
import styles from './PhoneDesk.module.css'

/** What is brought along to the desk of a shop that was opened just now: also on the same phone it is another desk. */
const openedNow = () => ({ opened: Date.now() })

/** When that was; undefined where the desk was come to otherwise. */
export const openedAt = (brought: unknown): number | undefined =>
  (brought as Partial<ReturnType<typeof openedNow>> | null)?.opened // Only the console itself writes what is brought along.

/** The phone in operation, what is known of it, and the other phones of its box. */
export function PhoneDesk({ deviceId }: { deviceId: number }) {
  const { t } = useTranslation()
  const user = useCurrentUser()
  const fleet = useFleet()
  const notify = useNotify()
  const navigate = useNavigate()
  const section = useSection()
  const desk = useScreenActor(remoteDeskMachine, {
    key: deviceId,
    input: {
      deviceId,
      mode: 'control',
      quality: rememberedQuality(),
      fleet,
      tell: (what) => notify(notice(t, what)),
      shop: {
        worksInShops: mayCall(user.role, 'environmentList'),
        section,
        opened: (id, market) => void navigate(deskOf(id, market), { replace: true, state: openedNow() }),
        left: (market) => void navigate(`/${market}/list`, { replace: true }),
      },
    },
  })
  const file = useScreenActor(phoneFileMachine, {
    key: [deviceId, user.id],
    input: {
      deviceId,
      userId: user.id,
      tell: (name, reason) => notify({ kind: 'error', text: t('apps.file.failed', { name, reason }) }),
    },
  })
  useHeldPage(file, {
    isHeld: holdsPage,
    isLeftBy: (move) => leavesScreen(move) || deviceOf(move.from.search) !== deviceOf(move.to.search),
    ask: () => file.send({ type: 'leave' }),
    isToStay: (now) => now.matches({ open: { page: 'free' } }),
  })
  const change = useScreenActor(phoneChangeMachine, {
    key: deviceId,
    input: { opened: (id) => void navigate({ search: `?id=${id}` }, { replace: true }) },
  })
  const { shop } = desk.getSnapshot().context
  const session = useSelector(desk, ({ context }) => context.session)
  const phone = useSelector(desk, ({ context }) => context.phone)

  const isLandscape = useSelector(session, ({ context: { size } }) => size !== null && size.width > size.height)
  const isMissing = useSelector(desk, (snapshot) => snapshot.matches('missing'))

  return (
    <div className={styles.page}>
      <ShopBands desk={shop} session={session} phone={phone} />
      <div className={styles.desk} data-landscape={isLandscape || undefined}>
        <PhonePanel
          desk={desk}
          name={phone?.name ?? t('remote.wall.phone', { id: deviceId })}
          expectedSize={sizeOfResolution(phone?.resolution)}
          userId={user.id}
          file={file}
          change={change}
        />
        <PhoneChangeDialog change={change} />
        <PhoneFileLeave file={file} />
        {!isMissing && <PhoneTabs desk={desk} session={session} userId={user.id} file={file} />}
        {!isMissing && <PhoneGroup desk={desk} />}
      </div>
    </div>
  )
}
