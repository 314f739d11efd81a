import { quoted } from './shell-text.ts'

/** Where a phone keeps whose data are on it. It outlives a restart, and not a reset. */
const place = '/data/local/tmp/.phonedeck-environment'

/** What stands there for an environment. */
export const markOf = (environmentId: number): string => `environment-${environmentId}`

/** A script that replaces a phone's data, and marks whose they are once it has. */
export const marking = (script: string, environmentId: number): string =>
  `rm -f ${place}\n(\n${script}\n) && printf %s ${quoted(markOf(environmentId))} >${place}`

/** How a script ends that is only for a phone with the environment's data, where there is none of them. */
export const unmarkedCode = 97

/** A script for a phone with the environment's data: anywhere else it ends with `unmarkedCode`, and nothing else. */
export const whereMarked = (script: string, environmentId: number): string =>
  `[ "$(cat ${place} 2>/dev/null)" = ${quoted(markOf(environmentId))} ] || exit ${unmarkedCode}\n${script}`

/** A script that wipes a phone's data, which are nobody's from then on. */
export const unmarking = (script: string): string => `rm -f ${place}\n${script}`

/** Prints whose data are on the phone; nothing where they are nobody's, or the phone has lost them. */
export const readMark = (): string => `cat ${place} 2>/dev/null || true`
