import './ui/theme.css'
import { lazy, Suspense } from 'react'
import { createRoot } from 'react-dom/client'
import { I18nextProvider } from 'react-i18next'
import { RouterProvider } from 'react-router-dom'
import { createActor, waitFor } from 'xstate'
import { noteLeaving } from './api/client.ts'
import { i18n, speakOf } from './i18n/i18n.ts'
import { isRecorded } from './inspector/recording-wish.ts'
import { consoleMachine } from './machines/shell/console.ts'
import { createRouter, firstNavigation } from './router.tsx'
import { AddressContext } from './screens/shell/address-watch.ts'
import { ConsoleContext } from './screens/session/session-context.tsx'
import { InspectionContext } from './screens/shell/use-screen-actor.ts'
import { Splash } from './ui/Splash.tsx'
import { bringFocusBack } from './ui/focus-back.ts'

// In development an engineer may watch the machines. What operators do is recorded where they have asked for it.
const inspect = isRecorded() ? await (await import('./inspector/watch.ts')).watchMachines(location.search) : undefined
const MachinesDock = import.meta.env.DEV
  ? lazy(async () => {
      const [file] = await Promise.all([import('./screens/shell/MachinesDock.tsx'), speakOf('recordings')])
      return { default: file.MachinesDock }
    })
  : undefined
for (const event of ['beforeunload', 'pagehide']) addEventListener(event, noteLeaving)
bringFocusBack(document)
const console = createActor(consoleMachine, { inspect }).start()
const router = createRouter(console)

const page = document.getElementById('root')
if (page === null) throw new Error('the page has no #root')

// The first picture is already in the operator's language.
const { language } = console.getSnapshot().children
if (language !== undefined) await waitFor(language, (now) => now.matches('spoken'))

const root = createRoot(page)
root.render(<Splash />)
// What is rendered first is rendered in one go. What the router hands to React later gives way to the browser every 5 ms: right for
// a screen that is being used, and slow where there is nothing yet to give way to.
void firstNavigation(router).then(() =>
  root.render(
    <I18nextProvider i18n={i18n}>
      <ConsoleContext value={console}>
        <InspectionContext value={inspect}>
          <AddressContext value={router}>
            <RouterProvider router={router} />
          </AddressContext>
        </InspectionContext>
        {MachinesDock && (
          <Suspense>
            <MachinesDock />
          </Suspense>
        )}
      </ConsoleContext>
    </I18nextProvider>,
  ),
)
