import { useSelector } from '@xstate/react'
import { Suspense } from 'react'
import { useTranslation } from 'react-i18next'
import { Outlet, useLocation } from 'react-router-dom'
import { pageTitle } from '../../../texts/site-title.ts'
import { placeAt } from '../../routes.ts'
import { HeldPage } from '../../ui/HeldPage.tsx'
import { NotificationStack } from '../../ui/NotificationStack.tsx'
import { Splash } from '../../ui/Splash.tsx'
import { useConsole } from '../session/session-context.tsx'
import { useSiteTitle } from './use-site-title.ts'

/** Around every screen: the page's title, and the notices in the corner. */
export function Frame() {
  return (
    <>
      <PageTitle />
      <HeldPage>
        <Suspense fallback={<Splash />}>
          <Outlet />
        </Suspense>
      </HeldPage>
      <Notifications />
    </>
  )
}

/** The browser tab's title: the screen's, then the site's on this host (SPEC §2). */
function PageTitle() {
  const { t } = useTranslation()
  const { pathname } = useLocation()
  const site = useSiteTitle()
  const title = placeAt(pathname)?.screen.title ?? 'notFound'
  return <title>{pageTitle(t(`routes.${title}`), site)}</title>
}

function Notifications() {
  const { t } = useTranslation()
  const { notifications } = useConsole().getSnapshot().children
  const shown = useSelector(notifications, (now) => now?.context.shown ?? [])
  return (
    <NotificationStack
      label={t('shell.notifications.label')}
      dismissLabel={t('shell.notifications.dismiss')}
      notices={shown}
      onDismiss={(id) => notifications?.send({ type: 'dismiss', id })}
    />
  )
}
