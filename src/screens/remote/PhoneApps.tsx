import { Button, InputGroup } from '@blueprintjs/core'
import { Play, Refresh, Search, Stop, Trash } from '@blueprintjs/icons'
import { useSelector } from '@xstate/react'
import { useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { phoneAppsMachine } from '../../machines/remote/phone-apps.ts'
import type { PhoneApp } from '../../api/devices.ts'
import type { PhoneFile } from '../../machines/remote/phone-file.ts'
import { ActionButton } from '../../ui/ActionButton.tsx'
import { ConfirmDialog } from '../../ui/ConfirmDialog.tsx'
import { useScreenActor } from '../shell/use-screen-actor.ts'
import styles from './PhoneApps.module.css'

const nameOf = ({ label, package: name }: PhoneApp): string => label ?? name

const matches = (app: PhoneApp, text: string): boolean =>
  `${app.label ?? ''} ${app.package}`.toLowerCase().includes(text.trim().toLowerCase())

/** The apps on the phone in operation: found, opened, stopped, removed, and installed from a file. */
export function PhoneApps({ deviceId, file }: { deviceId: number; file: PhoneFile }) {
  const { t } = useTranslation()
  const list = useScreenActor(phoneAppsMachine, {
    key: deviceId,
    input: {
      deviceId,
      hearInstalled(listener) {
        const heard = file.on('installed', listener)
        return () => heard.unsubscribe()
      },
    },
  })
  const { apps, search, act, failure } = useSelector(list, ({ context }) => context)
  const isLoading = useSelector(list, (snapshot) => snapshot.matches('loading'))
  const hasFailed = useSelector(list, (snapshot) => snapshot.matches('failed'))
  const isReady = useSelector(list, (snapshot) => snapshot.matches('ready'))
  const chooser = useRef<HTMLInputElement>(null)
  const isAsking = useSelector(list, (snapshot) => snapshot.matches('asking'))
  const doomed = isAsking ? apps.find((app) => app.package === act?.package) : undefined
  const shown = apps.filter((app) => matches(app, search))
  const busy = isReady ? undefined : t('apps.busy')

  return (
    <div className={styles.panel}>
      <div className={styles.tools}>
        <InputGroup
          className={styles.search}
          leftIcon={<Search />}
          placeholder={t('apps.search')}
          aria-label={t('apps.search')}
          value={search}
          onValueChange={(text) => list.send({ type: 'search', text })}
        />
        <Button
          variant="minimal"
          icon={<Refresh />}
          aria-label={t('apps.refresh')}
          title={t('apps.refresh')}
          loading={isLoading}
          onClick={() => list.send({ type: 'refresh' })}
        />
        <Button text={t('apps.install')} onClick={() => chooser.current?.click()} />
        <input
          ref={chooser}
          type="file"
          hidden
          accept=".apk,application/vnd.android.package-archive"
          aria-label={t('apps.install')}
          onChange={({ target }) => {
            const [chosen] = target.files ?? []
            if (chosen) file.send({ type: 'install file', file: chosen })
            target.value = '' // The same file may be chosen again.
          }}
        />
      </div>
      {failure !== '' && (
        <p className={styles.failure} role="alert">
          {t(hasFailed ? 'apps.failed' : 'apps.notDone', { reason: failure })}
        </p>
      )}
      <ul className={styles.apps} aria-label={t('apps.list')} aria-busy={isLoading}>
        {shown.map((app) => (
          <li key={app.package} className={styles.app}>
            <span className={styles.name}>
              {nameOf(app)}
              <small>
                {[app.label === null ? '' : app.package, app.version].filter((part) => part !== '').join(' · ')}
              </small>
            </span>
            {(['launch', 'stop'] as const).map((action) => (
              <ActionButton
                key={action}
                size="small"
                variant="minimal"
                icon={action === 'launch' ? <Play /> : <Stop />}
                aria-label={t(`apps.${action}`, { name: nameOf(app) })}
                title={t(`apps.${action}`, { name: nameOf(app) })}
                disabledReason={busy}
                onClick={() => list.send({ type: 'act', action, package: app.package })}
              />
            ))}
            <ActionButton
              size="small"
              variant="minimal"
              icon={<Trash />}
              aria-label={t('apps.uninstall', { name: nameOf(app) })}
              disabledReason={app.installed ? busy : t('apps.builtIn')}
              onClick={() => list.send({ type: 'uninstall', package: app.package })}
            />
          </li>
        ))}
        {shown.length === 0 && !hasFailed && (
          <li className={styles.nothing}>{t(isLoading ? 'apps.loading' : 'apps.nothing')}</li>
        )}
      </ul>
      {doomed !== undefined && (
        <ConfirmDialog
          title={t('apps.uninstallTitle', { name: nameOf(doomed) })}
          loses={[t('apps.uninstallLoses')]}
          confirm={t('apps.uninstallConfirm')}
          count={1}
          onConfirm={() => list.send({ type: 'confirm' })}
          onCancel={() => list.send({ type: 'cancel' })}
        />
      )}
    </div>
  )
}
