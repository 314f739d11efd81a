import { themeMachine, type Theme } from '../../../src/machines/shell/theme.ts'
import { stored } from '../../support/requirements/browser-memory.ts'
import { specification } from '../../support/requirements/specification.ts'
import { always } from '../../support/requirements/sentences.ts'

const beginningWith = (theme: Theme) =>
  specification(
    {
      machine: themeMachine,
      input: { theme },
      happenings: { 'the operator switches': (play) => play.send({ type: 'toggle' }) },
      screen: (snapshot) => ({
        theme: snapshot.matches('dark') ? 'dark' : 'light',
        painted: document.documentElement.style.colorScheme,
        remembered: stored('theme'),
      }),
    },
    {
      'DESIGN, shell: the console begins as it was left, and each switch changes it': always(
        ({ happened, screen }, before) =>
          happened === 'at first' ? screen.theme === theme : screen.theme !== before.screen.theme,
      ),
      'DESIGN, shell: what is chosen is painted': always(({ screen }) => screen.painted === screen.theme),
      'DESIGN, shell: what nobody chose is not remembered, what somebody chose is': always(
        ({ happened, screen }) => screen.remembered === (happened === 'at first' ? null : screen.theme),
      ),
    },
  )

export default [beginningWith('light'), beginningWith('dark')]
