/** Remote operation and observation. */
export const remote = {
  title: 'Remote operation',
  observeTitle: 'Remote observation',
} as const
