import { Button, ProgressBar } from '@blueprintjs/core'
import { SmallCross } from '@blueprintjs/icons'
import { useSelector } from '@xstate/react'
import { useTranslation } from 'react-i18next'
import type { SnapshotFrom } from 'xstate'
import type { PhoneFile, phoneFileMachine } from '../../machines/remote/phone-file.ts'
import { ConfirmDialog } from '../../ui/ConfirmDialog.tsx'
import styles from './PhoneFileNotice.module.css'

/** What is told of the file: undefined where nothing is. */
function phaseOf(snapshot: SnapshotFrom<typeof phoneFileMachine>) {
  if (snapshot.matches({ open: { file: { waiting: 'placed' } } })) return 'placed'
  if (snapshot.matches({ open: { file: { waiting: 'failed' } } })) return 'failed'
  if (snapshot.matches({ open: { file: 'asking' } })) return 'asking'
  if (snapshot.matches({ open: { file: 'sending' } })) return 'sending'
  return snapshot.matches({ open: { file: 'placing' } }) ? 'placing' : undefined
}

/** How far the file is that is brought onto the phone; asks what an app is for. */
export function PhoneFileNotice({ file }: { file: PhoneFile }) {
  const { t } = useTranslation()
  const phase = useSelector(file, phaseOf)
  const { file: one, use, sent, failure, waiting } = useSelector(file, ({ context }) => context)
  if (phase === undefined || one === undefined) return null
  const { name, size } = one
  const share = size === 0 ? 0 : sent / size
  const text = {
    asking: () => t('apps.file.ask', { name }),
    sending: () => t('apps.file.sending', { name, percent: Math.floor(share * 100) }),
    placing: () => t(use === 'install' ? 'apps.file.installing' : 'apps.file.pushing', { name }),
    placed: () => t(use === 'install' ? 'apps.file.installed' : 'apps.file.pushed', { name }),
    failed: () => t('apps.file.failed', { name, reason: failure }),
  }[phase]()
  return (
    <div className={styles.notice} data-phase={phase} role={phase === 'failed' ? 'alert' : 'status'}>
      <span className={styles.text}>
        {text}
        {waiting.length > 0 && ` · ${t('apps.file.waiting', { n: waiting.length })}`}
      </span>
      {phase === 'asking' && (
        <>
          <Button
            size="small"
            intent="primary"
            text={t('apps.file.install')}
            onClick={() => file.send({ type: 'use', use: 'install' })}
          />
          <Button size="small" text={t('apps.file.push')} onClick={() => file.send({ type: 'use', use: 'push' })} />
        </>
      )}
      {(phase === 'sending' || phase === 'placing') && (
        <ProgressBar
          className={styles.bar}
          aria-label={text}
          stripes={phase === 'placing'}
          {...(phase === 'sending' && { value: share })}
        />
      )}
      {(phase === 'asking' || phase === 'sending') && (
        <Button
          size="small"
          variant="minimal"
          text={t('apps.file.cancel')}
          onClick={() => file.send({ type: 'cancel' })}
        />
      )}
      {(phase === 'placed' || phase === 'failed') && (
        <Button
          size="small"
          variant="minimal"
          icon={<SmallCross />}
          aria-label={t('apps.file.close')}
          onClick={() => file.send({ type: 'cancel' })}
        />
      )}
    </div>
  )
}

/** Asks before somebody goes elsewhere, where files would not come onto the phone. */
export function PhoneFileLeave({ file }: { file: PhoneFile }) {
  const { t } = useTranslation()
  const isAsking = useSelector(file, (snapshot) => snapshot.matches({ open: { page: 'asking' } }))
  if (!isAsking) return null
  return (
    <ConfirmDialog
      title={t('apps.file.leave.title')}
      loses={[t('apps.file.leave.loses')]}
      confirm={t('apps.file.leave.confirm')}
      count={1}
      onConfirm={() => file.send({ type: 'give up' })}
      onCancel={() => file.send({ type: 'stay' })}
    />
  )
}
