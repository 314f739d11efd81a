import { Button, InputGroup } from '@blueprintjs/core'
import { Search } from '@blueprintjs/icons'
import { useSelector } from '@xstate/react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router-dom'
import { phoneChooserMachine } from '../../machines/remote/phone-chooser.ts'
import { StatusTag } from '../../ui/StatusTag.tsx'
import { shownStatus } from '../devices/device-status.ts'
import { useScreenActor } from '../shell/use-screen-actor.ts'
import { useFleet } from './fleet.ts'
import { useDeskOf } from './use-desk-of.ts'
import styles from './PhoneChooser.module.css'

/** So many skeletons fill a usual window. */
const skeletons = Array.from({ length: 12 }, (_, index) => index)

/** Offers the phones that there are, for an address that names none. */
export function PhoneChooser() {
  const { t } = useTranslation()
  const fleet = useFleet()
  const chooser = useScreenActor(phoneChooserMachine, { input: { fleet } })
  const leadTo = useDeskOf()
  const phones = useSelector(chooser, ({ context }) => context.phones)
  const total = useSelector(chooser, ({ context }) => context.total)
  const keyword = useSelector(chooser, ({ context }) => context.keyword)
  const reason = useSelector(chooser, ({ context }) => context.reason)
  const isReady = useSelector(chooser, (snapshot) => snapshot.matches('ready'))
  const hasFailed = useSelector(chooser, (snapshot) => snapshot.matches('failed'))
  const isFirstLoad = !isReady && !hasFailed && keyword === '' && phones.length === 0

  return (
    <section className={styles.chooser} aria-labelledby="choose-a-phone">
      <header className={styles.header}>
        <div>
          <h1 className={styles.title} id="choose-a-phone">
            {t('remote.choose.title')}
          </h1>
          <p className={styles.text}>{t('remote.choose.text')}</p>
        </div>
        <div className={styles.search}>
          {isReady && <span className={styles.shown}>{t('remote.choose.shown', { shown: phones.length, total })}</span>}
          <InputGroup
            type="search"
            leftElement={<Search className={styles.searchIcon} />}
            placeholder={t('remote.choose.search')}
            aria-label={t('remote.choose.search')}
            value={keyword}
            onValueChange={(value) => chooser.send({ type: 'search', keyword: value })}
          />
        </div>
      </header>
      {hasFailed && (
        <div className={styles.said} role="alert">
          <p>{t('remote.choose.failed', { reason })}</p>
          <Button intent="primary" text={t('remote.act.retry')} onClick={() => chooser.send({ type: 'retry' })} />
        </div>
      )}
      {isReady && phones.length === 0 && (
        <p className={styles.said}>{t(keyword === '' ? 'remote.choose.empty' : 'remote.choose.nothing')}</p>
      )}
      <ul className={styles.phones}>
        {isFirstLoad && skeletons.map((index) => <li key={index} className={styles.skeleton} />)}
        {phones.map(({ id, name, status, model, android_version, in_use_by, environment }) => (
          <li key={id}>
            <Link className={styles.phone} to={leadTo({ id, environment })} data-status={status}>
              <span className={styles.silhouette} />
              <span className={styles.facts}>
                <span className={styles.name}>{name}</span>
                <StatusTag {...shownStatus(t, status)} />
                <span className={styles.detail}>{in_use_by?.user_name ?? `${model} · ${android_version}`}</span>
              </span>
            </Link>
          </li>
        ))}
      </ul>
    </section>
  )
}
