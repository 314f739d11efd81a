/** Remote operation and observation. */
export const remote = {
  title: '远程操作',
  observeTitle: '远程观察',
} as const
