import { Button, Dialog, DialogBody, DialogFooter } from '@blueprintjs/core'
import { useSelector } from '@xstate/react'
import { useTranslation } from 'react-i18next'
import { lastMinutes } from '../../inspector/kept-recording.ts'
import { pageRecorder } from '../../inspector/page-recorder.ts'
import { beginRecording, endRecording, isRecorded } from '../../inspector/recording-wish.ts'
import type { Feedback } from '../../machines/shell/feedback.ts'
import { Field } from '../../ui/Field.tsx'
import { useCan } from '../../ui/use-can.ts'
import styles from '../forms/DialogForm.module.css'

/** The dialog's width, in pixels. */
const width = 560

/** 反馈问题: what is wrong in words, and a file of the last minutes with it, which stays with the operator. */
export function FeedbackDialog({ feedback }: { feedback: Feedback }) {
  const { t } = useTranslation()
  const isOpen = useSelector(feedback, (now) => !now.matches('closed'))
  const close = () => feedback.send({ type: 'close' })
  if (!isOpen) return null
  return (
    <Dialog isOpen title={t('recordings.feedback.title')} style={{ width: `min(${width}px, 96vw)` }} onClose={close}>
      {isRecorded() ? <Report feedback={feedback} onClose={close} /> : <BeginFirst onClose={close} />}
    </Dialog>
  )
}

/** Nothing was recorded: there is nothing to attach yet. */
function BeginFirst({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation()
  return (
    <>
      <DialogBody>
        <p>{t('recordings.feedback.notRecorded')}</p>
        <p className={styles.hint}>{t('recordings.feedback.masked')}</p>
      </DialogBody>
      <DialogFooter
        actions={
          <>
            <Button text={t('recordings.feedback.close')} onClick={onClose} />
            <Button intent="primary" text={t('recordings.feedback.begin')} onClick={beginRecording} />
          </>
        }
      />
    </>
  )
}

function Report({ feedback, onClose }: { feedback: Feedback; onClose: () => void }) {
  const { t } = useTranslation()
  const text = useSelector(feedback, ({ context }) => context.text)
  const isBusy = useSelector(feedback, (now) => now.matches('saving'))
  const mayClose = useCan(feedback, { type: 'close' })
  const isSaved = useSelector(feedback, (now) => now.matches('saved'))
  const hasFailed = useSelector(feedback, (now) => now.matches('failed'))
  const count = useSelector(feedback, () => pageRecorder.sizeSince(Date.now() - lastMinutes))
  return (
    <>
      <DialogBody>
        <div className={styles.form}>
          <Field label={t('recordings.feedback.text')} problem={undefined} hint={t('recordings.feedback.hint')}>
            {(field) => (
              <textarea
                {...field}
                className={`${field.className} ${styles.area}`}
                value={text}
                maxLength={4_000}
                readOnly={isBusy || isSaved}
                autoFocus
                onChange={({ currentTarget }) => feedback.send({ type: 'write', text: currentTarget.value })}
              />
            )}
          </Field>
          <p>{t('recordings.feedback.attached', { count })}</p>
          <p className={styles.hint}>
            {t('recordings.feedback.masked')}
            <br />
            {t('recordings.feedback.nowhere')}
          </p>
          {isSaved && <p role="status">{t('recordings.feedback.saved')}</p>}
          {hasFailed && (
            <p className={styles.failure} role="alert">
              {t('recordings.feedback.failed')}
            </p>
          )}
        </div>
      </DialogBody>
      <DialogFooter
        actions={
          <>
            {!import.meta.env.DEV && <Button text={t('recordings.feedback.end')} onClick={endRecording} />}
            <Button text={t('recordings.feedback.close')} disabled={!mayClose} onClick={onClose} />
            {!isSaved && (
              <Button
                intent="primary"
                loading={isBusy}
                text={t('recordings.feedback.save')}
                onClick={() => feedback.send({ type: 'save' })}
              />
            )}
          </>
        }
      />
    </>
  )
}
