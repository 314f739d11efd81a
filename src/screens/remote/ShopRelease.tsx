import { Button } from '@blueprintjs/core'
import { Hand } from '@blueprintjs/icons'
import { useSelector } from '@xstate/react'
import { useTranslation } from 'react-i18next'
import type { Device } from '../../api/devices.ts'
import type { Environment } from '../../api/environments.ts'
import { mayRelease } from './remote-phase.ts'
import type { RemoteSession } from '../../machines/remote/remote-session.ts'
import { useNotify } from '../session/session-context.tsx'
import styles from './ShopClose.module.css'

interface ShopReleaseProps {
  session: RemoteSession
  shop: Environment
  phone: Device
}

/** Hands the phone over and leaves the shop open on it, which it says: nobody takes it for closing. */
export function ShopRelease({ session, shop, phone }: ShopReleaseProps) {
  const { t } = useTranslation()
  const notify = useNotify()
  const isOffered = useSelector(session, mayRelease)
  const names = { name: shop.name, phone: phone.name }
  if (!isOffered) return null
  return (
    <Button
      className={styles.release}
      icon={<Hand />}
      text={t('remote.act.release')}
      title={t('remote.shop.releases', names)}
      onClick={() => {
        session.send({ type: 'observe' })
        notify({ kind: 'info', text: t('remote.shop.released', names) })
      }}
    />
  )
}
