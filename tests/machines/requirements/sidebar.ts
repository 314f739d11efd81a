import { sidebarMachine } from '../../../src/machines/shell/sidebar.ts'
import { cookie } from '../../support/requirements/browser-memory.ts'
import { specification } from '../../support/requirements/specification.ts'
import { always, same } from '../../support/requirements/sentences.ts'

const beginning = (open: boolean, narrow: boolean) =>
  specification(
    {
      machine: sidebarMachine,
      input: { open, narrow },
      happenings: {
        'the operator toggles it': (play) => play.send({ type: 'toggle' }),
        'it is closed smoothly': (play) => play.send({ type: 'close', animated: true }),
        'it is closed at once': (play) => play.send({ type: 'close', animated: false }),
        'the operator navigates': (play) => play.send({ type: 'navigated' }),
        'the window gets narrow': (play) => play.report('viewport', { type: 'narrowed' }),
        'the window gets wide': (play) => play.report('viewport', { type: 'widened' }),
      },
      screen: (snapshot) => ({
        isDrawer: snapshot.matches('mobile'),
        isOpen: snapshot.matches({ desktop: 'open' }) || snapshot.matches({ mobile: 'open' }),
        jumps: snapshot.context.withoutAnimation,
        cookie: cookie('sidebar'),
      }),
    },
    {
      'SPEC §9: below 992 px it is a drawer': always(({ happened, screen }, before) => {
        if (happened === 'at first') return screen.isDrawer === narrow
        return (
          screen.isDrawer ===
          (happened === 'the window gets narrow' || (happened !== 'the window gets wide' && before.screen.isDrawer))
        )
      }),
      'SPEC §4: it is open or closed as it was toggled or closed; a drawer closes on navigation': always(
        (step, before) => {
          const { happened, screen } = step
          if (happened === 'at first') return screen.isOpen === (open && !narrow)
          if (happened === 'the operator toggles it') return screen.isOpen !== before.screen.isOpen
          if (happened.startsWith('it is closed')) return !screen.isOpen
          if (happened === 'the operator navigates')
            return screen.isOpen === (before.screen.isOpen && !before.screen.isDrawer)
          if (screen.isDrawer !== before.screen.isDrawer)
            return screen.isOpen === (!screen.isDrawer && wasLeftOpen(step.past, open))
          return screen.isOpen === before.screen.isOpen
        },
      ),
      'SPEC §4: what a wide window shows is remembered in a cookie, 1 open, 0 closed; a drawer is not': always(
        ({ happened, screen }, before) => {
          const chooses =
            !before.screen.isDrawer && screen.isOpen !== before.screen.isOpen && /toggles|closed/.test(happened)
          return screen.cookie === (chooses ? (screen.isOpen ? '1' : '0') : before.screen.cookie)
        },
      ),
      'SPEC §4: it can be closed with or without animation; toggling moves, the window and a choice in the drawer do not':
        always((step, before) => {
          const { happened, screen } = step
          if (same([screen.isOpen, screen.isDrawer], [before.screen.isOpen, before.screen.isDrawer]))
            return screen.jumps === before.screen.jumps
          return screen.jumps === !(happened === 'the operator toggles it' || happened === 'it is closed smoothly')
        }),
      'the window is watched all the time': always((step) => step.waits('viewport') === 1),
    },
  )

/** Whether the wide window was left open. */
function wasLeftOpen(past: readonly { screen: { isDrawer: boolean; isOpen: boolean } }[], open: boolean): boolean {
  return past.findLast(({ screen }, at) => at < past.length - 1 && !screen.isDrawer)?.screen.isOpen ?? open
}

export default [beginning(true, false), beginning(false, false), beginning(true, true), beginning(false, true)]
