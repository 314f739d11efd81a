import { Classes } from '@blueprintjs/core'
import { useSelector } from '@xstate/react'
import { Suspense, type MouseEvent } from 'react'
import { useTranslation } from 'react-i18next'
import { Outlet } from 'react-router-dom'
import { feedbackMachine } from '../../machines/shell/feedback.ts'
import { OnceWanted } from '../../ui/OnceWanted.tsx'
import { Late } from '../../ui/Late.tsx'
import { overlays } from '../../ui/late-overlays.ts'
import { useConsole } from '../session/session-context.tsx'
import { SiteMessages } from '../messages/SiteMessages.tsx'
import { Navbar } from './Navbar.tsx'
import { NoticeTicker } from '../messages/NoticeTicker.tsx'
import { FromAnywhere } from './FromAnywhere.tsx'
import styles from './Shell.module.css'
import { Sidebar } from './Sidebar.tsx'
import { useScreenActor } from './use-screen-actor.ts'

/** The sidebar's width, open, in pixels (SPEC §9). */
const sidebarWidth = 200

/** Leads to the screen and leaves the address alone: the router does not know a fragment's page, and asks nobody when back leads over it. */
function skip(event: MouseEvent): void {
  event.preventDefault()
  document.getElementById('main')?.focus()
}

/** The frame of a signed-in user's screens: sidebar, navbar, main area (SPEC §2, layout). */
export function Shell() {
  const { t } = useTranslation()
  const { sidebar } = useConsole().getSnapshot().children
  const feedback = useScreenActor(feedbackMachine)
  const report = () => feedback.send({ type: 'open' })
  const mobile = useSelector(sidebar, (now) => now?.matches('mobile') === true)
  const drawn = useSelector(sidebar, (now) => now?.matches({ mobile: 'open' }) === true)
  const collapsed = useSelector(sidebar, (now) => now?.matches({ desktop: 'collapsed' }) === true)
  const atOnce = useSelector(sidebar, (now) => now?.context.withoutAnimation === true)

  return (
    <div className={styles.shell} data-collapsed={collapsed} data-mobile={mobile} data-at-once={atOnce}>
      <a className={styles.skip} href="#main" onClick={skip}>
        {t('shell.skip')}
      </a>
      {!mobile && <Sidebar collapsed={collapsed} onCollapse={() => sidebar?.send({ type: 'toggle' })} />}
      {mobile && (drawn || !atOnce) && (
        // Blueprint's drawer, whose own component does not let it say that it is a dialog. It lets go of what it shows in its
        // own time, so that what is to be away at once is taken from it.
        <OnceWanted isWanted={drawn}>
          <Late of={overlays} floats>
            {({ Overlay2 }) => (
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
          </Late>
        </OnceWanted>
      )}
      <Navbar onFeedback={report} />
      {mobile && <NoticeTicker />}
      <main id="main" tabIndex={-1} className={styles.main}>
        <Suspense>
          <Outlet />
        </Suspense>
      </main>
      <SiteMessages />
      <FromAnywhere feedback={feedback} />
    </div>
  )
}
