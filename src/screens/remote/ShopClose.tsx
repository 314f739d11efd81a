import { Button, ButtonGroup } from '@blueprintjs/core'
import { ArrowRight, Exchange, FloppyDisk } from '@blueprintjs/icons'
import { useSelector } from '@xstate/react'
import { useTranslation } from 'react-i18next'
import { reasonText } from '../../../texts/reason.ts'
import { followingShop, nextShop, type ShopDesk } from '../../machines/remote/shop-desk.ts'
import { modifierKey } from '../../ui/modifier-key.ts'
import { useCan } from '../../ui/use-can.ts'
import styles from './ShopClose.module.css'

/** Ends the work in a shop on its phone, with or without the next one following, or itself on another phone. */
export function ShopClose({ desk }: { desk: ShopDesk }) {
  const { t } = useTranslation()
  const next = useSelector(desk, ({ context }) => nextShop(context))
  const mayClose = useCan(desk, { type: 'close' })
  const mayChange = useCan(desk, { type: 'change phone' })
  const mayGoOn = useCan(desk, { type: 'close and go on' })
  const isClosing = useSelector(desk, (snapshot) => snapshot.matches({ shop: 'closing' }))
  const isOpening = useSelector(desk, (snapshot) => snapshot.matches({ shop: 'opening' }))
  const isWaiting = useSelector(desk, (snapshot) => snapshot.matches({ shop: 'waiting' }))
  const isRefused = useSelector(desk, (snapshot) => snapshot.matches({ shop: 'refused' }))
  const reason = useSelector(desk, ({ context }) => context.reason)
  const following = useSelector(desk, ({ context }) => followingShop(context))
  const isDoubtful = useSelector(desk, (snapshot) => snapshot.matches({ shop: 'doubtful' }))
  const isSaving = useSelector(desk, (snapshot) => snapshot.matches({ shop: 'saving' }))

  const goesOn = next
    ? t('remote.shop.closeAndNext', { name: next.name, modifier: modifierKey })
    : t('remote.shop.noNext')

  if (isDoubtful || isSaving || isOpening || isWaiting || isRefused) {
    const names = { name: following?.name ?? '', reason: reasonText(t, reason) }
    // It is tried again every few seconds, which nobody needs to read.
    const words = isDoubtful
      ? 'doubtful'
      : isSaving
        ? 'moving'
        : isRefused
          ? 'refused'
          : reason === null
            ? 'opening'
            : 'waiting'
    return (
      <div className={styles.waiting} role={isRefused ? 'alert' : 'status'}>
        <span>{t(`remote.shop.${words}`, names)}</span>
        {isRefused && (
          <Button
            className={styles.notNext}
            text={t('remote.act.retry')}
            onClick={() => desk.send({ type: 'retry' })}
          />
        )}
        <Button
          className={styles.notNext}
          text={t('remote.shop.notNext')}
          onClick={() => desk.send({ type: 'leave' })}
        />
      </div>
    )
  }
  return (
    <ButtonGroup className={styles.close}>
      <Button
        icon={<Exchange />}
        disabled={!mayChange}
        title={t('remote.shop.change')}
        aria-label={t('remote.shop.change')}
        onClick={() => desk.send({ type: 'change phone' })}
      />
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
        title={goesOn}
        aria-label={goesOn}
        endIcon={<ArrowRight />}
        text={
          <span className={styles.following}>
            {t('remote.shop.next')}
            {next && <small>{next.name}</small>}
          </span>
        }
        onClick={() => desk.send({ type: 'close and go on' })}
      />
    </ButtonGroup>
  )
}
