import type { CSSProperties } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router-dom'
import type { Summary } from '../../api/dashboard-summary.ts'
import { fewestTogether } from '../../api/devices.ts'
import { mayCall } from '../../permissions.ts'
import { Skeleton } from '../../ui/Skeleton.tsx'
import { StatusTag } from '../../ui/StatusTag.tsx'
import { deviceStatuses, everydayStatuses, shownStatus, whyNoScreen } from '../devices/device-status.ts'
import { useCurrentUser } from '../session/session-context.tsx'
import { PlaceLink } from './PlaceLink.tsx'
import styles from './BoxesCard.module.css'
import card from './Card.module.css'

type Box = Summary['boxes']['items'][number]

/** Slots that are drawn of a box; where there are more than `roomy` of all boxes they are small. */
const slotsDrawn = 100
const roomy = 160

/** The boxes slot by slot: one cell a phone, by colour, and by word where one points at it. */
export function BoxesCard({ summary }: { summary: Summary | undefined }) {
  const { t } = useTranslation()
  const boxes = summary?.boxes
  const hidden = boxes ? (boxes.total ?? boxes.items.length) - boxes.items.length : 0
  const cells = boxes?.items.reduce((sum, { slots }) => sum + Math.min(slotsDrawn, slots), 0) ?? 0
  const size = cells > roomy ? 'small' : 'large'
  return (
    <section className={`${card.card} ${card.boxes}`} aria-labelledby="boxes">
      <h2 id="boxes">
        {t('dashboard.boxes')}
        {boxes && <span className={card.number}>{boxes.total ?? boxes.items.length}</span>}
        <span className={styles.key} aria-hidden="true">
          {everydayStatuses.map((status) => (
            <StatusTag key={status} {...shownStatus(t, status)} />
          ))}
        </span>
      </h2>
      {boxes === undefined && (
        <div className={styles.boxes}>
          <Skeleton height={76} />
        </div>
      )}
      {boxes?.items.length === 0 && (
        <p className={card.empty}>
          <b>{t('dashboard.noPhones')}</b> {t('dashboard.noPhonesHint')}
        </p>
      )}
      {boxes !== undefined && boxes.items.length > 0 && (
        <ul className={styles.boxes}>
          {boxes.items.map((box) => (
            <BoxCells key={box.id} box={box} withFreeSlots={boxes.total !== null} size={size} />
          ))}
        </ul>
      )}
      {hidden > 0 && (
        <p className={card.more}>
          <PlaceLink to="/box/" className={undefined}>
            {t('dashboard.moreBoxes', { n: hidden })}
          </PlaceLink>
        </p>
      )}
    </section>
  )
}

interface BoxCellsProps {
  box: Box
  withFreeSlots: boolean
  size: 'small' | 'large'
}

function BoxCells({ box, withFreeSlots, size }: BoxCellsProps) {
  const { t } = useTranslation()
  const { role } = useCurrentUser()
  const seen = box.phones.filter((phone) => whyNoScreen(t, phone) === undefined).map(({ id }) => id)
  const phones = new Map(box.phones.map((phone) => [phone.slot, phone]))
  const last = Math.max(0, ...phones.keys())
  const slots = Math.min(slotsDrawn, last)
  const free = withFreeSlots ? Math.max(0, box.slots - box.phones.length) : 0
  const counts = deviceStatuses
    .map((status) => ({ status, phones: box.phones.filter((phone) => phone.status === status).length }))
    .filter((one) => one.phones > 0)
    .map(({ status, phones: amount }) => `${shownStatus(t, status).text} ${amount}`)
  return (
    <li className={styles.box}>
      <div className={styles.name}>
        <PlaceLink to={`/device/list?box_id=${box.id}`} className={styles.boxLink}>
          {box.name}
        </PlaceLink>
        <StatusTag
          tone={box.online ? 'ok' : 'off'}
          text={t(box.online ? 'dashboard.boxOnline' : 'dashboard.boxOffline')}
        />
        {seen.length >= fewestTogether && mayCall(role, 'deviceRun') && (
          <Link to={`/remote/observe?id=${seen.join(',')}`} state={{ together: true }} className={styles.together}>
            {t('devices.together.begin')}
          </Link>
        )}
        <span className={styles.counts}>
          {[...counts, ...(free > 0 ? [t('dashboard.freeSlots', { n: free })] : [])].join(' · ')}
        </span>
      </div>
      <div className={styles.cells} data-size={size}>
        {Array.from({ length: slots }, (_, index) => {
          const phone = phones.get(index + 1)
          if (phone === undefined)
            return (
              <span key={index} className={styles.free} title={withFreeSlots ? t('dashboard.freeSlot') : undefined} />
            )
          const { tone, text } = shownStatus(t, phone.status)
          return (
            <Link
              key={index}
              to={`/device/list?keyword=${encodeURIComponent(phone.name)}`}
              className={styles.cell}
              data-tone={tone}
              // React's types know no custom properties.
              style={{ '--tone': `var(--${tone})` } as CSSProperties}
              title={`${phone.name} · ${text}`}
              aria-label={`${phone.name} ${text}`}
              tabIndex={-1} // The box's name leads to the same phones, in one stop.
              data-slot={size === 'large' ? phone.slot : undefined}
            />
          )
        })}
      </div>
    </li>
  )
}
