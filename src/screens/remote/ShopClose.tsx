import { Button, ButtonGroup } from '@blueprintjs/core'
import { ArrowRight, FloppyDisk } from '@blueprintjs/icons'
import { useSelector } from '@xstate/react'
import { useTranslation } from 'react-i18next'
import { reasonText } from '../../../texts/reason.ts'
import { nextShop, type ShopDesk } from '../../machines/remote/shop-desk.ts'
import { useCan } from '../../ui/use-can.ts'
import styles from './ShopClose.module.css'

/** Ends the work in a shop, with or without the next one following. */
export function ShopClose({ desk }: { desk: ShopDesk }) {
  const { t } = useTranslation()
  const next = useSelector(desk, ({ context }) => nextShop(context))
  const mayClose = useCan(desk, { type: 'close' })
  const mayGoOn = useCan(desk, { type: 'close and go on' })
  const isClosing = useSelector(desk, (snapshot) => snapshot.matches({ shop: 'closing' }))
  const isOpening = useSelector(desk, (snapshot) => snapshot.matches({ shop: 'opening' }))
  const isWaiting = useSelector(desk, (snapshot) => snapshot.matches({ shop: 'waiting' }))
  const reason = useSelector(desk, ({ context }) => context.reason)
  const name = next?.name ?? ''

  if (isOpening || isWaiting)
    return (
      <div className={styles.waiting} role="status">
        <span>
          {isWaiting
            ? t('remote.shop.waiting', { name, reason: reasonText(t, reason) })
            : t('remote.shop.opening', { name })}
        </span>
        {isWaiting && (
          <Button size="small" text={t('remote.shop.notNext')} onClick={() => desk.send({ type: 'leave' })} />
        )}
      </div>
    )
  return (
    <ButtonGroup className={styles.close}>
      <Button
        intent="primary"
        icon={<FloppyDisk />}
        text={t(isClosing ? 'remote.shop.closing' : 'remote.shop.close')}
        loading={isClosing}
        disabled={!mayClose}
        onClick={() => desk.send({ type: 'close' })}
      />
      <Button
        intent="primary"
        className={styles.next}
        disabled={!mayGoOn}
        title={next ? t('remote.shop.closeAndNext', { name }) : t('remote.shop.noNext')}
        aria-label={next ? t('remote.shop.closeAndNext', { name }) : t('remote.shop.noNext')}
        endIcon={<ArrowRight />}
        text={
          <span className={styles.following}>
            {t('remote.shop.next')}
            {next && <small>{name}</small>}
          </span>
        }
        onClick={() => desk.send({ type: 'close and go on' })}
      />
    </ButtonGroup>
  )
}
