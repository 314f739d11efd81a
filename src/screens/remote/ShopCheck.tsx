import { Button, Spinner } from '@blueprintjs/core'
import { useSelector } from '@xstate/react'
import { useTranslation } from 'react-i18next'
import type { RemoteDesk } from '../../machines/remote/remote-desk.ts'
import styles from './SessionOverlay.module.css'

/** Stands before the screen until it is known which shop is open there, and what its address is. */
export function ShopCheck({ desk }: { desk: RemoteDesk }) {
  const { t } = useTranslation()
  const { shop } = desk.getSnapshot().context
  const isPhoneUnknown = useSelector(desk, (snapshot) => snapshot.matches('failed') && snapshot.context.phone === null)
  const isShopUnknown = useSelector(shop, (snapshot) => snapshot.matches({ shop: 'failed' }))
  if (!isPhoneUnknown && !isShopUnknown)
    return (
      <div className={styles.veil}>
        <div className={styles.busy} role="status">
          <Spinner size={18} />
          {t('remote.shop.checking')}
        </div>
      </div>
    )
  return (
    <div className={styles.card} role="alert">
      <strong className={styles.title}>{t('remote.shop.unchecked')}</strong>
      <p className={styles.text}>{t('remote.shop.uncheckedText')}</p>
      <div className={styles.actions}>
        <Button
          intent="primary"
          text={t('remote.act.retry')}
          onClick={() => (isPhoneUnknown ? desk.send({ type: 'retry' }) : shop.send({ type: 'retry' }))}
        />
      </div>
    </div>
  )
}
