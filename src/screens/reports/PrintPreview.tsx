import { Button, Spinner } from '@blueprintjs/core'
import { Print } from '@blueprintjs/icons'
import { useSelector } from '@xstate/react'
import { type ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { oneAnswerMachine } from '../../machines/lists/one-answer.ts'
import { SidePanel } from '../../ui/SidePanel.tsx'
import { useScreenActor } from '../shell/use-screen-actor.ts'
import styles from './PrintPreview.module.css'

interface PrintPreviewProps<Report, Query> {
  query: Query
  ask: (query: Query, signal: AbortSignal) => Promise<Report>
  onClose: () => void
  /** The paper. */
  children: (report: Report) => ReactNode
}

/** What will be on paper, as it was when it was asked for: figures that went on would not be those that were looked at. */
export function PrintPreview<Report, Query>({ query, ask, onClose, children }: PrintPreviewProps<Report, Query>) {
  const { t } = useTranslation()
  const asked = useScreenActor(oneAnswerMachine<Report>, {
    key: JSON.stringify(query),
    input: { ask: (signal) => ask(query, signal) },
  })
  const { answer, failure } = useSelector(asked, ({ context }) => context)
  return (
    <SidePanel width={900} title={t('printing.preview')} onClose={onClose}>
      <div className={styles.bar}>
        <Button
          intent="primary"
          icon={<Print />}
          text={t('printing.print')}
          disabled={answer === undefined}
          onClick={() => print()}
        />
      </div>
      {/* Whoever reads with the keyboard scrolls it. */}
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex */}
      <div className={styles.desk} tabIndex={0} role="region" aria-label={t('printing.preview')}>
        {failure !== '' && (
          <p role="alert">
            {t('printing.failed', { message: failure })}{' '}
            <Button size="small" text={t('printing.again')} onClick={() => asked.send({ type: 'AGAIN' })} />
          </p>
        )}
        {answer === undefined && failure === '' && <Spinner size={24} aria-label={t('printing.loading')} />}
        {answer !== undefined && children(answer)}
      </div>
    </SidePanel>
  )
}
