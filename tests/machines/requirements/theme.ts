import { themeMachine, type Theme, type ThemeChoice } from '../../../src/machines/shell/theme.ts'
import { stored } from '../../support/requirements/browser-memory.ts'
import { specification } from '../../support/requirements/specification.ts'
import { always } from '../../support/requirements/sentences.ts'

/** What each happening makes of what is chosen and of what the system has. */
const effects: Readonly<Record<string, { chosen?: ThemeChoice; system?: Theme }>> = {
  'light is chosen': { chosen: 'light' },
  'dark is chosen': { chosen: 'dark' },
  'as the system is chosen': { chosen: 'system' },
  'the system gets light': { system: 'light' },
  'the system gets dark': { system: 'dark' },
}

const beginningWith = (chosen: ThemeChoice, system: Theme) =>
  specification(
    {
      machine: themeMachine,
      input: { chosen, system },
      happenings: {
        'light is chosen': (play) => play.send({ type: 'choose', theme: 'light' }),
        'dark is chosen': (play) => play.send({ type: 'choose', theme: 'dark' }),
        'as the system is chosen': (play) => play.send({ type: 'choose', theme: 'system' }),
        'the system gets light': (play) => play.report('the system', { type: 'system changed', theme: 'light' }),
        'the system gets dark': (play) => play.report('the system', { type: 'system changed', theme: 'dark' }),
      },
      screen: (snapshot) => ({
        chosen: snapshot.value,
        system: snapshot.context.system,
        painted: document.documentElement.style.colorScheme,
        remembered: stored('theme'),
      }),
    },
    {
      'DESIGN, shell: the console begins as it was left, and what was chosen last stays': always(
        ({ happened, screen }, before) =>
          screen.chosen === (happened === 'at first' ? chosen : (effects[happened]?.chosen ?? before.screen.chosen)),
      ),
      'DESIGN, shell: what the system prefers is known, whatever is chosen': always(
        ({ happened, screen }, before) =>
          screen.system === (happened === 'at first' ? system : (effects[happened]?.system ?? before.screen.system)),
      ),
      'DESIGN, shell: what is chosen is painted, and as the system means as that is now': always(
        ({ screen }) => screen.painted === (screen.chosen === 'system' ? screen.system : screen.chosen),
      ),
      'DESIGN, shell: light and dark are remembered where somebody chose them, and forgotten for as the system': always(
        ({ happened, screen }, before) => {
          const choice = happened === 'at first' ? 'system' : effects[happened]?.chosen
          if (choice === undefined) return screen.remembered === before.screen.remembered
          return screen.remembered === (choice === 'system' ? null : choice)
        },
      ),
      'the system is watched all the time': always((step) => step.waits('the system') === 1),
    },
  )

export default [
  beginningWith('light', 'dark'),
  beginningWith('dark', 'dark'),
  beginningWith('system', 'dark'),
  beginningWith('system', 'light'),
]
