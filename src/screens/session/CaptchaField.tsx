import { useSelector } from '@xstate/react'
import { useTranslation } from 'react-i18next'
import type { ActorRefFrom } from 'xstate'
import type { captchaMachine } from '../../machines/session/captcha.ts'
import styles from './CaptchaField.module.css'
import { Field } from '../../ui/Field.tsx'

/** The captcha, where there is one: its picture, which a click changes, and what it shows. */
export function CaptchaField(props: { captcha: ActorRefFrom<typeof captchaMachine>; problem: string | undefined }) {
  const { t } = useTranslation()
  const captcha = useSelector(props.captcha, (now) => now.context.captcha)
  if (captcha?.required === false) return null
  const failed = captcha === null
  const reload = failed ? t('login.captchaFailed') : t('login.captchaReload')
  return (
    <Field label={t('login.captcha')} problem={failed ? t('login.captchaFailed') : props.problem}>
      {(field) => (
        <>
          <input
            {...field}
            // Another picture, another answer: an empty input, in focus where the last answer was wrong.
            key={captcha?.captcha_id ?? 'none'}
            name="captcha_val"
            autoComplete="off"
            autoCapitalize="none"
            spellCheck={false}
            maxLength={16}
            autoFocus={props.problem !== undefined}
          />
          <button
            type="button"
            className={styles.picture}
            title={reload}
            aria-label={reload}
            onClick={() => props.captcha.send({ type: 'reload' })}
          >
            {captcha ? (
              <img src={captcha.image} alt={t('login.captchaAlt')} />
            ) : (
              <svg width="16" height="16" viewBox="0 0 16 16" aria-hidden="true" data-failed={failed}>
                <path d="M13.3 8a5.3 5.3 0 1 1-1.6-3.8M13.5 1.5v3.2h-3.2" />
              </svg>
            )}
          </button>
        </>
      )}
    </Field>
  )
}
