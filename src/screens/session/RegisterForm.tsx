import { useSelector } from '@xstate/react'
import { useTranslation } from 'react-i18next'
import { registerMachine, type RegisterField, type RegisterProblem } from '../../machines/session/register.ts'
import { Field } from '../../ui/Field.tsx'
import { textIn } from '../../ui/form-text.ts'
import { useCan } from '../../ui/use-can.ts'
import { useNotify } from './session-context.tsx'
import { useScreenActor } from '../shell/use-screen-actor.ts'
import { CaptchaField } from './CaptchaField.tsx'
import styles from './LoginForm.module.css'

const fields: readonly { name: Exclude<RegisterField, 'captcha_val'>; type: string; autoComplete: string }[] = [
  { name: 'invite_code', type: 'text', autoComplete: 'off' },
  { name: 'user_name', type: 'text', autoComplete: 'username' },
  { name: 'password', type: 'password', autoComplete: 'new-password' },
]

const nothingFilledIn = { type: 'submit', invite_code: '', user_name: '', password: '', captcha_val: '' } as const

/** Registering with an invite code. Whoever has an account after it signs in with it. */
export function RegisterForm({ onRegistered }: { onRegistered: (userName: string) => void }) {
  const { t } = useTranslation()
  const notify = useNotify()
  const register = useScreenActor(registerMachine, undefined, (now) => {
    if (!now.matches('registered')) return
    notify({ kind: 'success', text: t('login.register.done') })
    onRegistered(now.context.registeredAs)
  })
  const problems = useSelector(register, (now) => now.context.problems)
  const failure = useSelector(register, (now) => now.context.failure)
  const maySubmit = useCan(register, nothingFilledIn)
  const captcha = useSelector(register, (now) => now.children.captcha)

  const wordOf = (problem: RegisterProblem | undefined) => {
    if (problem === undefined) return undefined
    if ('text' in problem) return problem.text
    return problem.reason === 'notAlphanumeric' ? t('login.register.notAlphanumeric') : t(`login.${problem.reason}`)
  }
  const submit = (form: FormData) =>
    register.send({
      type: 'submit',
      invite_code: textIn(form, 'invite_code'),
      user_name: textIn(form, 'user_name'),
      password: textIn(form, 'password'),
      captcha_val: textIn(form, 'captcha_val'),
    })

  return (
    <form
      className={styles.form}
      aria-label={t('login.register.heading')}
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        submit(new FormData(event.currentTarget))
      }}
    >
      {fields.map(({ name, type, autoComplete }) => (
        <Field key={name} label={t(`login.register.${name}`)} problem={wordOf(problems[name])}>
          {(field) => (
            <input
              {...field}
              name={name}
              type={type}
              autoComplete={autoComplete}
              autoCapitalize="none"
              spellCheck={false}
              maxLength={name === 'password' ? 128 : 32}
              placeholder={name === 'password' ? t('login.register.passwordHint') : undefined}
              autoFocus={name === 'invite_code'}
            />
          )}
        </Field>
      ))}
      {captcha && <CaptchaField captcha={captcha} problem={wordOf(problems.captcha_val)} />}
      {failure !== '' && (
        <p className={styles.failure} role="alert">
          {failure}
        </p>
      )}
      <button type="submit" className={styles.submit} aria-disabled={!maySubmit} aria-busy={!maySubmit}>
        {t(maySubmit ? 'login.register.submit' : 'login.register.busy')}
      </button>
    </form>
  )
}
