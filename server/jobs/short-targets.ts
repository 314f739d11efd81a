import type { TaskTargets } from '../../domain/jobs.ts'

/** Targets as the log tells them: the first ids, and how many there are. */
export const shortTargets = (targets: TaskTargets): Record<string, unknown> =>
  Object.fromEntries(
    Object.entries(targets).map(([kind, value]) => [
      kind,
      Array.isArray(value) ? { first: value.slice(0, 20), count: value.length } : value,
    ]),
  )
