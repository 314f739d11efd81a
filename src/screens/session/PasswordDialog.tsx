import { Button, Dialog, DialogBody, DialogFooter } from '@blueprintjs/core'
import { useSelector } from '@xstate/react'
import { useId } from 'react'
import { useTranslation } from 'react-i18next'
import type { PasswordField, PasswordForm, PasswordProblem } from '../../machines/session/change-password.ts'
import { Field } from '../../ui/Field.tsx'
import { textIn } from '../../ui/form-text.ts'
import { useCan } from '../../ui/use-can.ts'
import { useConsole } from './session-context.tsx'
import styles from '../forms/DialogForm.module.css'

/** The dialog's width, in pixels (SPEC §9). */
const width = 500

const fields: readonly { name: PasswordField; autoComplete: string }[] = [
  { name: 'old_password', autoComplete: 'current-password' },
  { name: 'new_password', autoComplete: 'new-password' },
  { name: 'new_passwordcopy', autoComplete: 'new-password' },
]

/** The change of the password (SPEC §2, §5). What is typed stays in the inputs until it has worked. */
export function PasswordDialog() {
  const { t } = useTranslation()
  const form = useId()
  const change = useSelector(useConsole(), (console) => console.children.changePassword)
  const isOpen = useSelector(change, (now) => now !== undefined && !now.matches('closed'))
  const mayCancel = useCan(change, { type: 'cancel' })
  const busy = useSelector(change, (now) => now?.matches('submitting') === true)
  const problems = useSelector(change, (now) => now?.context.problems ?? {})

  const wordOf = (problem: PasswordProblem | undefined) => {
    if (problem === undefined) return undefined
    return 'text' in problem ? problem.text : t(`password.${problem.reason}`)
  }
  const submit = (data: FormData) => {
    const filledIn: PasswordForm = {
      old_password: textIn(data, 'old_password'),
      new_password: textIn(data, 'new_password'),
      new_passwordcopy: textIn(data, 'new_passwordcopy'),
    }
    change?.send({ type: 'submit', ...filledIn })
  }

  if (!isOpen) return null
  return (
    <Dialog
      isOpen
      title={t('password.title')}
      style={{ width: `min(${width}px, 96vw)` }}
      isCloseButtonShown={mayCancel}
      onClose={() => change?.send({ type: 'cancel' })}
    >
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
          {fields.map(({ name, autoComplete }) => (
            <Field key={name} label={t(`password.${name}`)} problem={wordOf(problems[name])}>
              {(field) => (
                <input
                  {...field}
                  name={name}
                  type="password"
                  autoComplete={autoComplete}
                  maxLength={128}
                  required
                  autoFocus={name === 'old_password'}
                />
              )}
            </Field>
          ))}
          <p className={styles.hint}>
            {t('password.hint')}
            <br />
            {t('password.ends')}
          </p>
        </form>
      </DialogBody>
      <DialogFooter
        actions={
          <>
            <Button
              text={t('password.cancel')}
              disabled={!mayCancel}
              onClick={() => change?.send({ type: 'cancel' })}
            />
            <Button
              type="submit"
              form={form}
              intent="primary"
              loading={busy}
              aria-label={busy ? t('password.busy') : undefined}
              text={t('password.submit')}
            />
          </>
        }
      />
    </Dialog>
  )
}
