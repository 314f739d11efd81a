import { Button } from '@blueprintjs/core'
import { useSelector } from '@xstate/react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router-dom'
import { reasonText } from '../../../texts/reason.ts'
import type { Device } from '../../api/devices.ts'
import type { RemoteSession } from '../../machines/remote/remote-session.ts'
import type { ShopDesk, ShopDeskSnapshot } from '../../machines/remote/shop-desk.ts'
import { mayCall } from '../../permissions.ts'
import { MarketMark } from '../../ui/MarketMark.tsx'
import { regionOf } from '../devices/region-text.ts'
import { useCurrentUser } from '../session/session-context.tsx'
import { ShopAddress } from './ShopAddress.tsx'
import { ShopClose } from './ShopClose.tsx'
import { ShopRelease } from './ShopRelease.tsx'
import { ShopNote } from './ShopNote.tsx'
import { ShopRound } from './ShopRound.tsx'
import styles from './ShopBands.module.css'

const isLeaving = (snapshot: ShopDeskSnapshot): boolean =>
  snapshot.matches({ shop: 'doubtful' }) ||
  snapshot.matches({ shop: 'saving' }) ||
  snapshot.matches({ shop: 'opening' }) ||
  snapshot.matches({ shop: 'waiting' }) ||
  snapshot.matches({ shop: 'refused' })

/** Whether it could not be asked for, at first or anew. */
const isUnread = (snapshot: ShopDeskSnapshot): boolean =>
  snapshot.matches({ shop: 'failed' }) || snapshot.matches({ shop: { open: 'outdated' } })

interface ShopBandsProps {
  desk: ShopDesk
  session: RemoteSession
  phone: Device | null
}

/** Which shop is open on the phone, said so that nobody works in the wrong one: its round, itself, and what the last shift left. */
export function ShopBands({ desk, session, phone }: ShopBandsProps) {
  const { t } = useTranslation()
  const { role } = useCurrentUser()
  const shop = useSelector(desk, ({ context }) => context.shop)
  // The phone is freed meanwhile, and has nothing open then.
  const leaves = useSelector(desk, isLeaving)
  const hasFailed = useSelector(desk, isUnread)
  const reason = useSelector(desk, ({ context }) => context.reason)
  const regions = useSelector(desk, ({ context }) => context.regions)
  const groups = useSelector(desk, ({ context }) => context.groups)
  const open = shop ?? phone?.environment
  if (!open || (phone?.environment === null && !leaves)) return null
  const market = t(`routes.${open.market}`)
  return (
    <section className={styles.bands} aria-label={t('remote.shop.label')}>
      {shop && <ShopRound desk={desk} shop={shop} />}
      <div className={styles.title}>
        <MarketMark market={open.market} />
        <div className={styles.names}>
          <h1 className={styles.name}>{open.name}</h1>
          <p className={styles.facts}>
            {mayCall(role, 'environmentList') ? (
              <Link to={`/${open.market}/list`} title={t('remote.shop.back', { market })}>
                {market}
              </Link>
            ) : (
              <span>{market}</span>
            )}
            {shop && shop.account !== '' && <span className={styles.account}>{shop.account}</span>}
            {shop && shop.region !== '' && <span>{regionOf(t, regions, shop.region)}</span>}
            {groups
              .filter(({ id }) => shop?.tags.includes(id))
              .map(({ id, name, colour }) => (
                <span key={id} className={styles.group}>
                  <i style={{ background: colour }} />
                  {name}
                </span>
              ))}
            {shop && <span className={styles.owner}>{t('remote.shop.owner', { name: shop.owner_name })}</span>}
            {phone && <span>{t('remote.shop.phone', { name: phone.name })}</span>}
          </p>
        </div>
        <span className={styles.space} />
        {hasFailed && (
          <div className={styles.failure} role="alert">
            {t('remote.shop.unreadable', { reason: reasonText(t, reason) })}
            <Button size="small" text={t('remote.act.retry')} onClick={() => desk.send({ type: 'retry' })} />
          </div>
        )}
        {shop && phone && <ShopAddress desk={desk} shop={shop} phone={phone} />}
        {shop && phone && <ShopRelease session={session} shop={shop} phone={phone} />}
        {shop && <ShopClose desk={desk} />}
      </div>
      {shop && <ShopNote shop={shop} />}
    </section>
  )
}
