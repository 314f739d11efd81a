import { Classes, Overlay2 } from '@blueprintjs/core'
import { useSelector } from '@xstate/react'
import { Suspense } from 'react'
import { useTranslation } from 'react-i18next'
import { Outlet } from 'react-router-dom'
import { useConsole } from '../session/session-context.tsx'
import { MessageDialog } from '../messages/MessageDialog.tsx'
import { MessageNotification } from '../messages/MessageNotification.tsx'
import { Navbar } from './Navbar.tsx'
import { NoticeTicker } from '../messages/NoticeTicker.tsx'
import { Palette } from './Palette.tsx'
import { PasswordDialog } from '../session/PasswordDialog.tsx'
import styles from './Shell.module.css'
import { Sidebar } from './Sidebar.tsx'

/** The sidebar's width, open, in pixels (SPEC §9). */
const sidebarWidth = 200

/** The frame of a signed-in user's screens: sidebar, navbar, main area (SPEC §2, layout). */
export function Shell() {
  const { t } = useTranslation()
  const { sidebar } = useConsole().getSnapshot().children
  const mobile = useSelector(sidebar, (now) => now?.matches('mobile') === true)
  const drawn = useSelector(sidebar, (now) => now?.matches({ mobile: 'open' }) === true)
  const collapsed = useSelector(sidebar, (now) => now?.matches({ desktop: 'collapsed' }) === true)
  const atOnce = useSelector(sidebar, (now) => now?.context.withoutAnimation === true)

  return (
    <div className={styles.shell} data-collapsed={collapsed} data-mobile={mobile} data-at-once={atOnce}>
      <a className={styles.skip} href="#main">
        {t('shell.skip')}
      </a>
      {!mobile && <Sidebar collapsed={collapsed} onCollapse={() => sidebar?.send({ type: 'toggle' })} />}
      {mobile && (drawn || !atOnce) && (
        // Blueprint's drawer, whose own component does not let it say that it is a dialog. It lets go of what it shows in its
        // own time, so that what is to be away at once is taken from it.
        <Overlay2
          isOpen={drawn}
          className={Classes.OVERLAY_CONTAINER}
          transitionDuration={160}
          onClose={() => sidebar?.send({ type: 'close', animated: true })}
        >
          <div
            role="dialog"
            aria-modal="true"
            aria-label={t('shell.navigation')}
            className={`${Classes.DRAWER} ${Classes.POSITION_LEFT} ${styles.drawer}`}
            style={{ width: sidebarWidth }}
          >
            <Sidebar collapsed={false} onFollow={() => sidebar?.send({ type: 'close', animated: false })} />
          </div>
        </Overlay2>
      )}
      <Navbar />
      {mobile && <NoticeTicker />}
      <main id="main" tabIndex={-1} className={styles.main}>
        <Suspense>
          <Outlet />
        </Suspense>
      </main>
      <MessageNotification />
      <MessageDialog />
      <PasswordDialog />
      <Palette />
    </div>
  )
}
