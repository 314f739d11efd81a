import { ProgressBar } from '@blueprintjs/core'
import { Tick } from '@blueprintjs/icons'
import { useSelector } from '@xstate/react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router-dom'
import type { Environment } from '../../api/environments.ts'
import { isDone, nextShop, type ShopDesk } from '../../machines/remote/shop-desk.ts'
import { deskOf } from '../../routes.ts'
import styles from './ShopRound.module.css'

/** So many shops before and after the open one fit beside each other; the others are counted. */
const before = 2
const after = 4

/** Where there is no room for all of them. */
const bringIntoSight = (element: HTMLElement | null): void =>
  element?.scrollIntoView({ block: 'nearest', inline: 'center' })

interface ShopRoundProps {
  desk: ShopDesk
  shop: Environment
}

/** The shops of today: what is done, where one is, what comes next, and how much is left. */
export function ShopRound({ desk, shop }: ShopRoundProps) {
  const { t } = useTranslation()
  const round = useSelector(desk, ({ context }) => context.round)
  const total = useSelector(desk, ({ context }) => context.roundTotal)
  const doneBeyond = useSelector(desk, ({ context }) => context.doneBeyond)
  const next = useSelector(desk, ({ context }) => nextShop(context))
  const isPreparing = useSelector(desk, (snapshot) => snapshot.matches({ ahead: 'preparing' }))
  const at = Math.max(
    0,
    round.findIndex(({ id }) => id === shop.id),
  )
  const first = Math.max(0, Math.min(at - before, round.length - 1 - before - after))
  const near = round.slice(first, first + before + 1 + after)
  const shown = next === undefined || near.includes(next) ? near : [...near.slice(0, -1), next]
  const done = doneBeyond + round.filter(isDone).length

  const tab = (each: Environment) => {
    if (each.id === shop.id)
      return (
        <span ref={bringIntoSight} className={styles.open} aria-current="true">
          {each.name}
        </span>
      )
    if (each.device_id !== null)
      return (
        <Link
          className={styles.ready}
          to={deskOf(each.device_id, each.market)}
          data-next={each.id === next?.id || undefined}
        >
          {each.name}
          <small>
            {t(each.id === next?.id ? 'remote.shop.ready' : 'remote.shop.elsewhere', { phone: each.device_name ?? '' })}
          </small>
        </Link>
      )
    const isNext = each.id === next?.id
    const title = isNext
      ? t(isPreparing ? 'remote.shop.preparing' : 'remote.shop.prepare', { name: each.name })
      : t('remote.shop.chooseNext', { name: each.name })
    return (
      <button
        type="button"
        className={styles.waiting}
        data-next={isNext || undefined}
        data-done={isDone(each) || undefined}
        title={title}
        aria-label={title}
        onClick={() => desk.send(isNext ? { type: 'prepare next' } : { type: 'choose next', id: each.id })}
      >
        {each.name}
        {isDone(each) && <Tick size={14} aria-label={t('remote.shop.done')} />}
        {isNext && <small>{t('remote.shop.next')}</small>}
      </button>
    )
  }

  return (
    <div className={styles.round}>
      <ol className={styles.tabs} aria-label={t('remote.shop.round')}>
        {shown.map((each) => (
          <li key={each.id}>{tab(each)}</li>
        ))}
      </ol>
      {total > shown.length && (
        <Link className={styles.more} to={`/${shop.market}/list${shop.tags.length > 0 ? `?tag=${shop.tags[0]}` : ''}`}>
          {t('remote.shop.more', { n: total - shown.length })}
        </Link>
      )}
      <span className={styles.progress}>
        {t('remote.shop.round')} <strong>{t('remote.shop.progress', { done, all: total })}</strong>
        <ProgressBar animate={false} stripes={false} intent="success" value={total === 0 ? 0 : done / total} />
      </span>
    </div>
  )
}
