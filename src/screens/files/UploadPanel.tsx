import { Button } from '@blueprintjs/core'
import { CloudUpload } from '@blueprintjs/icons'
import { useSelector } from '@xstate/react'
import { useRef, type ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { fetchSpace, largestFile } from '../../api/files.ts'
import { oneAnswerMachine } from '../../machines/lists/one-answer.ts'
import { byteText } from '../../ui/byte-text.ts'
import { useFileDrop } from '../../ui/use-file-drop.ts'
import { useConsole, useNotify } from '../session/session-context.tsx'
import { useScreenActor } from '../shell/use-screen-actor.ts'
import styles from './UploadPanel.module.css'
import { UploadRow } from './UploadRow.tsx'

/** Takes files that are dropped anywhere on the screen, or chosen, and shows those that are on their way. */
export function UploadPanel({ children }: { children: ReactNode }) {
  const { t } = useTranslation()
  const notify = useNotify()
  const queue = useConsole().getSnapshot().children.uploads
  if (queue === undefined) throw new Error('nobody is signed in around this screen')
  const asked = useScreenActor(oneAnswerMachine<{ used: number; quota: number }>, { input: { ask: fetchSpace } })
  const space = useSelector(asked, ({ context }) => context.answer)
  const uploads = useSelector(queue, ({ context }) => context.uploads)
  const chooser = useRef<HTMLInputElement>(null)
  const take = (files: readonly File[]) => {
    const fitting = files.filter(({ size }) => size > 0 && size <= largestFile)
    for (const { name, size } of files)
      if (size > largestFile) notify({ kind: 'warning', text: `${name}: ${t('files.queue.tooLarge')}` })
    if (fitting.length > 0) queue.send({ type: 'add', files: fitting })
  }
  const drop = useFileDrop(take)
  return (
    <div className={styles.panel} data-over={drop.isOver} {...drop.handlers}>
      <section className={styles.invitation} aria-label={t('files.drop.invite')}>
        <CloudUpload size={20} />
        <span className={styles.invite}>{t(drop.isOver ? 'files.drop.release' : 'files.drop.invite')}</span>
        <span className={styles.space}>
          {space && t('files.drop.quota', { used: byteText(space.used), quota: byteText(space.quota) })}
        </span>
        <Button intent="primary" text={t('files.action.choose')} onClick={() => chooser.current?.click()} />
        <input
          ref={chooser}
          type="file"
          multiple
          hidden
          aria-label={t('files.action.choose')}
          onChange={({ target }) => {
            take([...(target.files ?? [])])
            target.value = '' // The same file may be chosen again.
          }}
        />
      </section>
      {uploads.length > 0 && (
        <section className={styles.queue} aria-label={t('files.queue.title')}>
          <ul>
            {uploads.map((upload) => (
              <UploadRow key={upload.id} upload={upload} />
            ))}
          </ul>
          <div className={styles.foot}>
            <span>{t('files.queue.resumeHint')}</span>
            <Button
              size="small"
              variant="minimal"
              text={t('files.queue.clear')}
              onClick={() => queue.send({ type: 'clear' })}
            />
          </div>
        </section>
      )}
      {children}
    </div>
  )
}
