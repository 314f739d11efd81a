import { useSelector } from '@xstate/react'
import { lazy, Suspense } from 'react'
import { useTranslation } from 'react-i18next'
import { useLocation } from 'react-router-dom'
import { hasBrand } from '../../../texts/site-title.ts'
import { entranceMachine } from '../../machines/session/entrance.ts'
import brandMark from '../../ui/brand-mark.svg'
import { LanguageSwitch } from '../shell/LanguageSwitch.tsx'
import { useConsole } from './session-context.tsx'
import { ThemeSwitch } from '../shell/ThemeSwitch.tsx'
import { useScreenActor } from '../shell/use-screen-actor.ts'
import { useHost, useSiteTitle } from '../shell/use-site-title.ts'
import styles from './Login.module.css'
import { LoginForm } from './LoginForm.tsx'

/** Fetched by the few who come with an invite code. */
const RegisterForm = lazy(() => import('./RegisterForm.tsx').then((file) => ({ default: file.RegisterForm })))

/** The sign-in screen (SPEC §2, /login), where one also registers with an invite code. It is drawn without Blueprint, so that it is there at once. */
export function Login() {
  const { t } = useTranslation()
  const site = useSiteTitle()
  const login = useSelector(useConsole(), (console) => console.children.login)
  const userNameOfAddress = new URLSearchParams(useLocation().search).get('user_name') ?? ''
  const entrance = useScreenActor(entranceMachine, { input: { userName: userNameOfAddress }, key: userNameOfAddress })
  const registering = useSelector(entrance, (now) => now.matches('registering'))
  const userName = useSelector(entrance, ({ context }) => context.userName)
  const isProduct = !hasBrand(useHost())
  return (
    <div className={styles.page}>
      <header className={styles.switches}>
        <LanguageSwitch />
        <ThemeSwitch />
      </header>
      <main className={styles.middle}>
        <div className={styles.brand}>
          {isProduct && <img src={brandMark} alt="" width="48" height="48" />}
          <h1>{site}</h1>
          {isProduct && <p>{t('login.tagline')}</p>}
        </div>
        <div className={styles.card}>
          {registering ? (
            <Suspense>
              <RegisterForm onRegistered={(name) => entrance.send({ type: 'registered', userName: name })} />
            </Suspense>
          ) : (
            login && <LoginForm key={login.sessionId} login={login} userName={userName} />
          )}
          <button
            type="button"
            className={styles.mode}
            onClick={() => entrance.send({ type: registering ? 'back' : 'register' })}
          >
            {t(registering ? 'login.register.back' : 'login.register.offer')}
          </button>
        </div>
      </main>
    </div>
  )
}
