import { Button, InputGroup } from '@blueprintjs/core'
import { SendMessage } from '@blueprintjs/icons'
import { useSelector } from '@xstate/react'
import { useTranslation } from 'react-i18next'
import { maxTextLength } from '../../../domain/stream-protocol.ts'
import type { LeaderText } from '../../machines/remote/leader-text.ts'
import styles from './LeaderTextField.module.css'

/** What is written here goes to all phones; `name` is the leader's. */
export function LeaderTextField({ text, name }: { text: LeaderText; name: string }) {
  const { t } = useTranslation()
  const written = useSelector(text, ({ context }) => context.text)
  const isUndelivered = useSelector(text, (now) => now.matches('undelivered'))
  return (
    <form
      className={styles.field}
      onSubmit={(event) => {
        event.preventDefault()
        text.send({ type: 'send' })
      }}
    >
      <InputGroup
        fill
        intent={isUndelivered ? 'danger' : 'none'}
        autoComplete="off"
        maxLength={maxTextLength}
        placeholder={t('remote.sync.text')}
        aria-label={t('remote.sync.text')}
        aria-invalid={isUndelivered}
        value={written}
        onValueChange={(value) => text.send({ type: 'write', text: value })}
        rightElement={
          <Button
            type="submit"
            variant="minimal"
            icon={<SendMessage />}
            aria-label={t('remote.sync.send')}
            title={t('remote.sync.send')}
          />
        }
      />
      {isUndelivered && (
        <p className={styles.undelivered} role="alert">
          {t('remote.sync.undelivered', { name })}
        </p>
      )}
    </form>
  )
}
