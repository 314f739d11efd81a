import { createElement, type ComponentType } from 'react'
import { createBrowserRouter, redirect, replace, type LoaderFunctionArgs, type RouteObject } from 'react-router-dom'
import { waitFor } from 'xstate'
import { token as tokenCookie } from './api/client.ts'
import { fetchDevicesAhead } from './api/device-pages.ts'
import { messageOf } from './api/errors.ts'
import { hearClicks, messageIn } from './api/pushed-messages.ts'
import { wantedPlace } from './api/wanted-place.ts'
import { firstScreen, neededByFirstScreen } from './api/first-screen.ts'
import type { ConsoleActor } from './machines/shell/console.ts'
import { verdictOn } from './machines/session/session.ts'
import type { SessionInfo } from './api/session-calls.ts'
import { codeOfScreens, mayOpen, placeAt, redirectFrom, withoutSlash, type Load, type ScreenPath } from './routes.ts'
import { Frame } from './screens/shell/Frame.tsx'
import { Login } from './screens/session/Login.tsx'
import { PageFailure } from './screens/shell/PageFailure.tsx'
import { overlays } from './ui/late-overlays.ts'
import { late, type LateCode } from './ui/late.ts'
import { speakOf } from './i18n/i18n.ts'

const signedIn: Load = () =>
  Promise.all([import('./first-screens.ts'), speakOf('signed in')]).then(([file]) => ({
    default: file.SignedIn,
  }))
const shell: Load = () => import('./first-screens.ts').then((file) => ({ default: file.Shell }))
const alone: Load = () => import('./screens/shell/Alone.tsx').then((file) => ({ default: file.Alone }))
/** What screens ask for first, unless their address narrows it. */
const firstData: Partial<Record<ScreenPath, () => void>> = { '/device/list': fetchDevicesAhead }

const codes = new Map<Load, LateCode<{ default: ComponentType }>>()

/** A screen's code, which several routes may have in common. */
function codeOf(load: Load) {
  const known = codes.get(load)
  if (known !== undefined) return known
  const code = late(load)
  codes.set(load, code)
  return code
}

/** The component that this fetches. */
function componentOf(load: Load): ComponentType {
  const code = codeOf(load)
  return function Fetched() {
    return createElement(code.useCode().default)
  }
}

/** Screens that stand alone, without sidebar and navbar. */
const withoutShell: readonly string[] = ['/remote/observe'] satisfies ScreenPath[]

function isOpenTo(user: SessionInfo, path: string): boolean {
  const place = placeAt(path)
  return place !== undefined && mayOpen(user, place)
}

/**
 * Where a navigation to this path leads, which from the root may be where somebody wanted to go; undefined when it may pass. Whoever
 * goes elsewhere does not want it any more.
 */
function detourOf(path: string, user: SessionInfo): string | undefined {
  const wanted = wantedPlace.take()
  if (path === '/' && wanted !== undefined && isOpenTo(user, new URL(wanted, location.origin).pathname)) return wanted
  const detour = redirectFrom(path)
  if (detour !== undefined) return detour
  return isOpenTo(user, path) ? undefined : '/404'
}

/**
 * The route guard (SPEC §2, §4): the session machine hears of every navigation, loads the user if need be, and its
 * verdict is carried out here. A signed-in user's screens are those that its role and modules allow.
 */
async function guard(console: ConsoleActor, { request }: LoaderFunctionArgs, first: boolean): Promise<Response | null> {
  const { session } = console.getSnapshot().children
  if (session === undefined) throw new Error('the console has no session')
  const { pathname, search } = new URL(request.url)
  // The page that was opened by its address leaves no trace in the history when it leads elsewhere.
  const goTo = (path: string) => (first ? replace(path) : redirect(path))
  const canonical = withoutSlash(pathname)
  if (canonical !== pathname) return goTo(canonical + search)

  const token = tokenCookie.read()
  const ahead = token === undefined ? undefined : fetchAhead(pathname)
  // The first navigation is done twice; what its screen asks for is asked once.
  if (first && ahead !== undefined && search === '' && session.getSnapshot().matches('signedOut'))
    firstData[pathname as ScreenPath]?.() // Any path may be asked for.
  // Whoever begins to fill in the form is about to be signed in.
  if (token === undefined) document.addEventListener('input', () => void fetchAhead('/dashboard'), { once: true })
  session.send({ type: 'navigate', token })
  const settled = await waitFor(session, (now) => !now.matches('loading') && !now.matches('signingOut'), {
    timeout: Infinity,
    signal: request.signal,
  })

  const verdict = verdictOn(settled, pathname)
  if (verdict.kind === 'redo') return goTo(pathname + search)
  if (verdict.kind === 'go') {
    // The last one is meant; what is no screen, as the root, is not gone to later either, nor is /404.
    if (verdict.to === '/login')
      wantedPlace.keep(placeAt(pathname) && pathname !== '/404' ? pathname + search : undefined)
    return goTo(verdict.to)
  }
  const { user } = settled.context
  const detour = user === undefined ? undefined : detourOf(pathname, user)
  if (detour !== undefined) return goTo(detour)
  if (first) await ahead // Then the first screen is drawn in one go.
  return null
}

/** Fetches a screen's code while the session is still being loaded, and what opens above it once it is drawn. */
function fetchAhead(path: string): Promise<unknown> {
  const wanted = redirectFrom(path) ?? path
  const screen = placeAt(wanted)?.screen.screen
  void firstScreen().then(overlays.fetch)
  const wantedCode = [signedIn, shell, ...(screen === undefined ? [] : [screen])]
  return neededByFirstScreen(Promise.all(wantedCode.map((load) => codeOf(load).fetch())))
}

/**
 * A screen at its address. The address is its key: another one is another screen, with actors of its own, also where both come
 * from the same file, which React would otherwise take for one and the same.
 */
function routeTo([path, load]: [string, Load]): RouteObject {
  const Screen = componentOf(load)
  return { path, element: <Screen key={path} /> }
}

/** The routes of the screens that stand inside the shell, or alone. */
const screenRoutes = (isAlone: boolean): RouteObject[] =>
  codeOfScreens.filter(([path]) => withoutShell.includes(path) === isAlone).map(routeTo)

/** Where one looks at what machines do, and at recordings of it. No guard stands before it: it shows only what this browser has. */
const machinesRoute = (console: ConsoleActor): RouteObject => ({
  path: '/__machines',
  lazy: async () => {
    const [file] = await Promise.all([import('./screens/shell/Machines.tsx'), speakOf('recordings')])
    return { Component: file.Machines }
  },
  loader: () => {
    console.getSnapshot().children.session?.send({ type: 'navigate', token: tokenCookie.read() })
    return null
  },
})

/** For `npm run bench` alone, which builds the console in a mode of its own (bench/table-scroll.ts). */
const benchRoute: RouteObject = {
  path: '/__bench/table',
  lazy: async () => {
    await speakOf('signed in')
    return { Component: (await import('./screens/shell/TableBench.tsx')).TableBench }
  },
}

/** The console's router: one table of routes, under one guard. */
export function createRouter(console: ConsoleActor) {
  /** The key of the navigation that ended last; undefined until the first one has. */
  let shown: string | undefined
  const readMessage = (id: number) => {
    const { siteMessages } = console.getSnapshot().children
    if (siteMessages) siteMessages.send({ type: 'open', id })
    else wantedPlace.keep(`/dashboard?message=${id}`)
  }

  const router = createBrowserRouter([
    machinesRoute(console),
    ...(import.meta.env.MODE === 'bench' ? [benchRoute] : []),
    {
      Component: Frame,
      errorElement: <PageFailure messageOf={messageOf} />,
      loader: (args) => guard(console, args, shown === undefined),
      shouldRevalidate: () => true,
      children: [
        { path: '/login', element: <Login /> },
        {
          Component: componentOf(signedIn),
          children: [
            { Component: componentOf(shell), children: screenRoutes(false) },
            { Component: componentOf(alone), children: screenRoutes(true) },
          ],
        },
        { path: '*', element: null }, // The guard has sent it to /404.
      ],
    },
  ])

  router.subscribe(({ initialized, navigation, location }) => {
    if (!initialized || navigation.state !== 'idle' || location.key === shown) return
    shown = location.key
    // SPEC §2: the router scrolls to the top on every navigation; in the shell it is the main area that scrolls.
    window.scrollTo(0, 0)
    document.querySelector('main')?.scrollTo(0, 0)
    console.send({ type: 'navigated', path: location.pathname })
    const message = messageIn(location.search)
    if (message === undefined || location.pathname !== '/dashboard') return
    readMessage(message)
    // Who comes back to the page does not read it once more. This navigation itself has to be through first.
    queueMicrotask(() => void router.navigate(location.pathname, { replace: true }))
  })
  hearClicks(readMessage)
  console.on('go', ({ to }) => void router.navigate(to, { replace: true }))
  const guardAgain = () => void router.navigate(router.state.location, { replace: true })
  console.on('cookie changed', () => queueMicrotask(guardAgain)) // The session hears of nothing else before it is through.
  return router
}

/** Resolves once the page's first navigation has ended, wherever it has led. */
export function firstNavigation(router: ReturnType<typeof createRouter>): Promise<void> {
  return new Promise((resolve) => {
    if (router.state.initialized) return resolve()
    const leave = router.subscribe(({ initialized }) => {
      if (!initialized) return
      leave()
      resolve()
    })
    return undefined
  })
}
