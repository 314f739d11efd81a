import { useSelector } from '@xstate/react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { ActorRefFrom } from 'xstate'
import type { FieldProblem, loginMachine } from '../../machines/session/login.ts'
import { CaptchaField } from './CaptchaField.tsx'
import { Field } from '../../ui/Field.tsx'
import { textIn } from '../../ui/form-text.ts'
import { useCan } from '../../ui/use-can.ts'
import styles from './LoginForm.module.css'

const nothingFilledIn = { type: 'submit', user_name: '', password: '', captcha_val: '' } as const

/** User name, password and captcha. What is typed stays in the page's own inputs, where password managers look for it. */
export function LoginForm({ login, userName }: { login: ActorRefFrom<typeof loginMachine>; userName: string }) {
  const { t } = useTranslation()
  const problems = useSelector(login, (now) => now.context.problems)
  const refusals = useSelector(login, (now) => now.context.refusals)
  const maySubmit = useCan(login, nothingFilledIn)
  const captcha = useSelector(login, (now) => now.children.captcha)
  const [shown, setShown] = useState(false)

  const wordOf = (problem: FieldProblem | undefined) => {
    if (problem === undefined) return undefined
    return 'text' in problem ? problem.text : t(`login.${problem.reason}`)
  }
  const submit = (form: FormData) => {
    login.send({
      type: 'submit',
      user_name: textIn(form, 'user_name'),
      password: textIn(form, 'password'),
      captcha_val: textIn(form, 'captcha_val'),
    })
  }

  return (
    <form
      className={styles.form}
      aria-label={t('login.heading')}
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        submit(new FormData(event.currentTarget))
      }}
    >
      <Field label={t('login.userName')} problem={wordOf(problems.user_name)}>
        {(field) => (
          <input
            {...field}
            name="user_name"
            type="text"
            autoComplete="username"
            autoCapitalize="none"
            spellCheck={false}
            maxLength={64}
            defaultValue={userName}
            autoFocus={userName === ''}
          />
        )}
      </Field>
      <Field label={t('login.password')} problem={wordOf(problems.password)}>
        {(field) => (
          <>
            <input
              {...field}
              // A refused password is typed anew: another input, empty and in focus.
              key={refusals}
              name="password"
              type={shown ? 'text' : 'password'}
              autoComplete="current-password"
              maxLength={128}
              autoFocus={refusals > 0 || userName !== ''}
            />
            <button
              type="button"
              className={styles.reveal}
              aria-label={shown ? t('login.hidePassword') : t('login.showPassword')}
              aria-pressed={shown}
              onClick={() => setShown(!shown)}
            >
              <svg width="16" height="16" viewBox="0 0 16 16" aria-hidden="true">
                <path d="M8 3C4.3 3 1.4 5.6.3 8c1.1 2.4 4 5 7.7 5s6.6-2.6 7.7-5C14.6 5.6 11.7 3 8 3Zm0 8.3a3.3 3.3 0 1 1 0-6.6 3.3 3.3 0 0 1 0 6.6ZM8 6.2a1.8 1.8 0 1 0 0 3.6 1.8 1.8 0 0 0 0-3.6Z" />
                {shown && <path d="m2 14.2 12-12.4" stroke="currentColor" strokeWidth="1.6" />}
              </svg>
            </button>
          </>
        )}
      </Field>
      {captcha && <CaptchaField captcha={captcha} problem={wordOf(problems.captcha_val)} />}
      <button type="submit" className={styles.submit} aria-disabled={!maySubmit} aria-busy={!maySubmit}>
        {t(maySubmit ? 'login.submit' : 'login.busy')}
      </button>
    </form>
  )
}
