import type { firstSteps as chinese } from '../zh-CN/first-steps.ts'
import type { Shape } from '../shape.ts'

/** What somebody new does first; it comes while any of it is left to do. */
export const firstSteps = {
  title: 'First steps',
  progress: '{{done}} of {{total}}',
  dismiss: 'Do not show again',
  done: 'Done',
  open: 'To do',
  ask: 'Whoever is above you adds them or gives them to you; ask there for what you need.',
  noMarket: 'Your account has no market yet; ask whoever is above you.',
  samples: {
    title: 'There is sample data here',
    hint: 'The first start made sample shops, users and virtual phones to look around with; they can be cleared at once.',
    clear: 'Clear sample data',
    failed: 'Nothing was cleared: {{message}}',
    cleared: 'The sample data is gone',
    nothing: 'There is no sample data left to clear: all of it has been used or changed.',
    goes: {
      all: 'This clears {{what}}.',
      and: ', ',
      environments: 'environments: {{n, number}}',
      groups: 'groups: {{n, number}}',
      users: 'users: {{n, number}}',
      boxes: 'boxes: {{n, number}}',
      phones: 'virtual phones: {{n, number}}',
      scripts: 'scripts: {{n, number}}',
      tasks: 'timed tasks: {{n, number}}',
      notices: 'the maintenance notice',
    },
    trash:
      'Environments go to the trash of their market and can be restored for 30 days; the rest cannot be brought back.',
    stays:
      'The first accounts stay, as do the operation log, reports, job results and messages, and whatever people made or changed.',
    needed: 'Samples that are in use, or needed by these, stay as well: {{n, number}}.',
    unsettled: 'The sample data is still being made; clear it a little later',
  },
  step: {
    box: {
      title: 'Connect a box',
      hint: 'Add a box and run its agent beside the phones; they register themselves.',
      go: 'Add a box',
    },
    agent: { title: 'Add an agent', hint: 'An agent has boxes and customers of its own.', go: 'Add an agent' },
    manager: {
      title: 'Add a customer',
      hint: 'Make an account for the customer’s team lead, with the markets it may use.',
      go: 'Add a customer',
    },
    element: { title: 'Add a member', hint: 'Members use your phones and open their shops.', go: 'Add a member' },
    phones: {
      title: 'Hand out phones to members',
      hint: 'Press “Hand out” in the member’s row and say how many.',
      go: 'Hand out phones',
    },
    phonesOfAgent: {
      title: 'Hand out phones to customers',
      hint: 'Press “Hand out” in the customer’s row and say how many.',
      go: 'Hand out phones',
    },
    script: {
      title: 'Write a script',
      hint: 'Do the same on many phones, also at set times.',
      go: 'Write a script',
    },
    shop: { title: 'Add a shop', hint: 'Make one, or import a table of them.', go: 'Add a shop' },
    open: { title: 'Open a shop', hint: 'Press “Open” in its row; a few seconds later you can work.', go: 'Open one' },
  },
} satisfies Shape<typeof chinese>
