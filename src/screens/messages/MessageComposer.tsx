import { Button, Dialog, DialogBody, DialogFooter } from '@blueprintjs/core'
import { useSelector } from '@xstate/react'
import { useId } from 'react'
import { useTranslation } from 'react-i18next'
import { longestMessage, messageComposerMachine, reachedBy } from '../../machines/messages/message-composer.ts'
import { Field } from '../../ui/Field.tsx'
import { textIn } from '../../ui/form-text.ts'
import { useCurrentUser, useNotify } from '../session/session-context.tsx'
import { useScreenActor } from '../shell/use-screen-actor.ts'
import styles from '../forms/DialogForm.module.css'

/** Sends a site message to everybody of some roles. */
export function MessageComposer({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation()
  const form = useId()
  const notify = useNotify()
  const reached = reachedBy(useCurrentUser().role)
  const composer = useScreenActor(messageComposerMachine, undefined, (now) => {
    if (now.status !== 'done') return
    const { count } = now.context
    if (count === 0) notify({ kind: 'warning', text: t('messages.compose.nobody') })
    else notify({ kind: 'success', text: t('messages.compose.sent', { n: count }) })
    onClose()
  })
  const busy = useSelector(composer, (now) => now.matches('sending'))
  const missing = useSelector(composer, (now) => now.context.missing)
  const failure = useSelector(composer, (now) => now.context.failure)

  const submit = (data: FormData) =>
    composer.send({
      type: 'submit',
      msg_text: textIn(data, 'msg_text'),
      roles: reached.filter((role) => data.getAll('roles').includes(role)),
    })

  return (
    <Dialog isOpen title={t('messages.compose.title')} canOutsideClickClose={false} onClose={onClose}>
      <DialogBody>
        <form
          id={form}
          className={styles.form}
          noValidate
          onSubmit={(event) => {
            event.preventDefault()
            submit(new FormData(event.currentTarget))
          }}
        >
          <Field label={t('messages.compose.text')} problem={missing.text ? t('messages.compose.required') : undefined}>
            {(field) => (
              <textarea
                {...field}
                className={`${field.className ?? ''} ${styles.area ?? ''}`}
                name="msg_text"
                maxLength={longestMessage}
                placeholder={t('messages.compose.textHint')}
                autoFocus
              />
            )}
          </Field>
          <fieldset className={styles.roles}>
            <legend>{t('messages.compose.to')}</legend>
            {reached.map((role) => (
              <label key={role}>
                <input type="checkbox" name="roles" value={role} defaultChecked />
                {t(`roles.${role}`)}
              </label>
            ))}
          </fieldset>
          <p className={styles.problem} role={missing.roles ? 'alert' : undefined}>
            {missing.roles && t('messages.compose.noRole')}
          </p>
          {failure !== '' && (
            <p className={styles.failure} role="alert">
              {failure}
            </p>
          )}
        </form>
      </DialogBody>
      <DialogFooter
        actions={
          <>
            <Button text={t('messages.compose.cancel')} onClick={onClose} />
            <Button
              type="submit"
              form={form}
              intent="primary"
              loading={busy}
              aria-label={busy ? t('messages.compose.busy') : undefined}
              text={t('messages.compose.submit')}
            />
          </>
        }
      />
    </Dialog>
  )
}
