import { Button } from '@blueprintjs/core'
import { Duplicate, Error, Minus, Tick } from '@blueprintjs/icons'
import { useSelector } from '@xstate/react'
import { useTranslation } from 'react-i18next'
import type { Device } from '../../api/devices.ts'
import type { Environment } from '../../api/environments.ts'
import { expectedCountry, type ShopDesk } from '../../machines/remote/shop-desk.ts'
import { byteText } from '../../ui/byte-text.ts'
import { TimeAgo } from '../../ui/TimeAgo.tsx'
import { regionOf } from '../devices/region-text.ts'
import { useCopy } from '../lists/use-copy.ts'
import { addressSentence, proxySentence, type AddressTone } from './shop-address.ts'
import styles from './ShopFacts.module.css'

interface ShopFactsProps {
  desk: ShopDesk
  shop: Environment
  phone: Device
}

/** Whether a phone's setting is what the shop wants; undefined where it wants none. A phone without one follows the shop. */
const fits = (wanted: string, has: string | null | undefined): boolean | undefined =>
  wanted === '' ? undefined : (has ?? wanted) === wanted

const fitsBy: Record<AddressTone, boolean | undefined> = { ok: true, danger: false, none: undefined }

/** What was checked before the work began, and what is known of the shop. */
export function ShopFacts({ desk, shop, phone }: ShopFactsProps) {
  const { t, i18n } = useTranslation()
  const copy = useCopy()
  const regions = useSelector(desk, ({ context }) => context.regions)
  const expected = useSelector(desk, ({ context }) => expectedCountry(context))
  const country = addressSentence(i18n, expected, phone)
  const proxy = proxySentence(t, shop, phone)
  const set = phone.start_settings
  const checks = [
    { key: 'country', fits: fitsBy[country.tone], value: country.text },
    // Which one it is, a shop does not expect: there is nothing that it fits.
    { key: 'address', fits: undefined, value: phone.egress_ip ?? '—' },
    { key: 'timezone', fits: fits(shop.timezone, set.timezone), value: shop.timezone || '—' },
    { key: 'language', fits: fits(shop.language, set.language), value: shop.language || '—' },
    { key: 'proxy', fits: fitsBy[proxy.tone], value: proxy.text },
  ] as const
  return (
    <div className={styles.panel}>
      <section aria-label={t('remote.shop.checks')}>
        <h3>{t('remote.shop.checks')}</h3>
        <dl className={styles.rows}>
          {checks.map(({ key, fits: isFitting, value }) => (
            <div key={key} data-fits={isFitting}>
              <dt>
                {isFitting === undefined ? <Minus /> : isFitting ? <Tick /> : <Error />}
                {t(`remote.shop.check.${key}`)}
              </dt>
              <dd>{value}</dd>
            </div>
          ))}
        </dl>
      </section>
      <section aria-label={t('remote.shop.facts')}>
        <h3>{t('remote.shop.facts')}</h3>
        <dl className={styles.rows}>
          <div>
            <dt>{t('remote.shop.account')}</dt>
            <dd>
              {shop.account || '—'}
              {shop.account !== '' && (
                <Button
                  size="small"
                  variant="minimal"
                  icon={<Duplicate />}
                  aria-label={t('remote.shop.copyAccount')}
                  title={t('remote.shop.copyAccount')}
                  onClick={() => void copy(shop.account)}
                />
              )}
            </dd>
          </div>
          <div>
            <dt>{t('environments.field.region')}</dt>
            <dd>{shop.region === '' ? '—' : regionOf(t, regions, shop.region)}</dd>
          </div>
          <div>
            <dt>{t('remote.shop.saved')}</dt>
            <dd>
              {shop.record === null ? (
                t('remote.shop.neverSaved')
              ) : (
                <>
                  <TimeAgo at={shop.record.saved_at} /> · {byteText(shop.record.size)}
                </>
              )}
            </dd>
          </div>
        </dl>
      </section>
      <footer className={styles.closing}>
        <p>
          <strong>{t('remote.shop.onClose')}</strong> {t('remote.shop.saves')} → {t('remote.shop.wipes')} →{' '}
          {t('remote.shop.frees', { phone: phone.name })}
        </p>
        <p>{t('remote.shop.keeps')}</p>
      </footer>
    </div>
  )
}
