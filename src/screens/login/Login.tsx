import { useSelector } from '@xstate/react'
import { useTranslation } from 'react-i18next'
import brandMark from '../../ui/brand-mark.svg'
import { LanguageSwitch } from '../LanguageSwitch.tsx'
import { useConsole } from '../session-context.tsx'
import { ThemeSwitch } from '../ThemeSwitch.tsx'
import { useSiteTitle } from '../use-site-title.ts'
import styles from './Login.module.css'
import { LoginForm } from './LoginForm.tsx'

/** The sign-in screen (SPEC §2, /login). It is drawn without Blueprint, so that it is there at once. */
export function Login() {
  const { t } = useTranslation()
  const site = useSiteTitle()
  const login = useSelector(useConsole(), (console) => console.children.login)
  return (
    <div className={styles.page}>
      <header className={styles.switches}>
        <LanguageSwitch />
        <ThemeSwitch />
      </header>
      <main className={styles.middle}>
        <div className={styles.brand}>
          <img src={brandMark} alt="" width="48" height="48" />
          <h1>{site}</h1>
          <p>{t('login.tagline')}</p>
        </div>
        <div className={styles.card}>{login && <LoginForm key={login.sessionId} login={login} />}</div>
      </main>
    </div>
  )
}
