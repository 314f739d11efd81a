/**
 * PostgreSQL's advisory locks that servers hold against each other, by what is done under them: each number once, as whoever shares one
 * waits for the other. Servers of two versions run side by side for a while, so that a number stays what it is.
 */
export const advisoryLocks = {
  /** Adds to the chain of the operation log. */
  operationChain: 7_301,
  /** Takes old months of the operation log into the archive. */
  logArchive: 7_302,
  /** Fills an empty database. */
  seed: 7_303,
  reportRolls: 7_308,
  reportTallies: 7_309,
  /** With the place of a table in the list of those. */
  oldRows: 7_310,
  /** With the direction: months that come, and months that go. */
  eventMonths: 7_311,
  transitionMonths: 7_312,
  /** Keeps the list of transitions that the charts allow. */
  allowedTransitions: 7_313,
  /** Judges transitions by the charts. */
  judgedTransitions: 7_314,
  /** With the place of a table in the list of those. */
  pinyin: 7_315,
  /** Tells people what needs them. */
  alerts: 7_316,
  /** Held by a backup from before it looks at the database until it has all files; shared by whoever removes a file's bytes. */
  files: 5_470_127,
} as const
