import { setup } from 'xstate'
import { recall, remember } from '../../browser-storage.ts'

/** Where it is kept that somebody has waved the first steps away. */
interface Storage {
  read: () => boolean
  write: () => void
}

/** The browser's own storage: of one user. Where it is closed nothing is kept, and they are waved away until the page is left. */
export function browserStorage(user: number): Storage {
  const place = `phonedeck.first-steps.${user}`
  return {
    read: () => recall(place) === 'dismissed',
    write: () => remember(place, 'dismissed'),
  }
}

/** What somebody new does first, which is offered until it is waved away; that lasts. What is done of it the server knows. */
export const firstStepsMachine = setup({
  types: {
    input: {} as { storage: Storage },
    context: {} as { storage: Storage },
    events: {} as { type: 'DISMISS' },
  },
  guards: { 'they were waved away': ({ context }) => context.storage.read() },
  actions: { 'remember that': ({ context }) => context.storage.write() },
}).createMachine({
  id: 'firstSteps',
  context: ({ input }) => input,
  initial: 'remembering',
  states: {
    remembering: {
      description: 'Were they waved away before?',
      always: [{ guard: 'they were waved away', target: 'dismissed' }, { target: 'offered' }],
    },
    offered: {
      description: 'They are shown while any of them is left to do.',
      on: { DISMISS: { target: 'dismissed', actions: 'remember that' } },
    },
    dismissed: { description: 'They are not shown, now and later.' },
  },
})
