import { Button, ProgressBar } from '@blueprintjs/core'
import { CloudUpload } from '@blueprintjs/icons'
import { useSelector } from '@xstate/react'
import { useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { findFiles } from '../../api/files.ts'
import { byteText } from '../../ui/byte-text.ts'
import { Field } from '../../ui/Field.tsx'
import type { FieldBinding } from '../../ui/form/form-binding.ts'
import { OptionPick } from '../lists/OptionPick.tsx'
import styles from './FileArgument.module.css'
import type { ArgumentFile } from './use-argument-file.ts'

interface FileArgumentProps {
  field: FieldBinding<number | null>
  dropped: ArgumentFile
}

/** An uploaded file, or one that is uploaded here: dropped anywhere into the dialog, or chosen from this computer. */
export function FileArgument({ field, dropped: { upload, take, isOver } }: FileArgumentProps) {
  const { t } = useTranslation()
  const chooser = useRef<HTMLInputElement>(null)
  const now = useSelector(upload, (snapshot) => snapshot)
  const { file, sent, failure, refusal } = now.context
  const isOnItsWay = now.matches('sending') || now.matches('finding')
  const problem = field.problem !== undefined && isOnItsWay ? t('jobs.pick.notYet') : field.problem
  return (
    <div className={styles.argument} data-whole data-over={isOver}>
      <Field label={t('jobs.pick.file')} required problem={problem} hint={t('jobs.pick.fileHint')}>
        {() => (
          <div className={styles.ways}>
            <OptionPick
              label={t('jobs.pick.file')}
              placeholder={t('jobs.pick.chooseFile')}
              find={findFiles}
              value={field.value === null ? '' : String(field.value)}
              onChoose={(id) => {
                upload.send({ type: 'PUT_AWAY' })
                field.change(id === '' ? null : Number(id))
              }}
            />
            <Button
              variant="outlined"
              icon={<CloudUpload />}
              text={t(isOver ? 'files.drop.release' : 'jobs.pick.upload')}
              onClick={() => chooser.current?.click()}
            />
            <input
              ref={chooser}
              type="file"
              hidden
              aria-label={t('jobs.pick.upload')}
              onChange={({ target }) => {
                take([...(target.files ?? [])])
                target.value = '' // The same file may be chosen again.
              }}
            />
          </div>
        )}
      </Field>
      {refusal !== undefined && (
        <p role="alert" className={styles.refusal}>
          {t(`jobs.pick.refused.${refusal.why}`, { name: refusal.name, n: refusal.count })}
        </p>
      )}
      {file !== undefined && !now.matches('waiting') && !now.matches('forgetting') && (
        <div className={styles.upload} role="group" aria-label={file.name}>
          <span className={styles.name} title={file.name}>
            {file.name}
          </span>
          <ProgressBar
            aria-label={file.name}
            value={sent / file.size}
            intent={now.matches('failed') ? 'danger' : now.matches('chosen') ? 'success' : 'primary'}
            animate={isOnItsWay}
            stripes={isOnItsWay}
          />
          <span role="status" className={styles.state}>
            {now.matches('failed') && t('files.queue.failed', { message: failure })}
            {now.matches('chosen') && t('files.queue.done')}
            {isOnItsWay && t('files.queue.progress', { sent: byteText(sent), size: byteText(file.size) })}
          </span>
          {now.matches('failed') && (
            <Button size="small" text={t('files.queue.retry')} onClick={() => upload.send({ type: 'RETRY' })} />
          )}
          {now.can({ type: 'CANCEL' }) && (
            <Button
              size="small"
              variant="minimal"
              text={t('files.queue.cancel')}
              onClick={() => upload.send({ type: 'CANCEL' })}
            />
          )}
        </div>
      )}
    </div>
  )
}
