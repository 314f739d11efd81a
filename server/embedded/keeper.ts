/**
 * Whether whoever started this server starts it again when it crashes, and keeps its programs meanwhile: `npm start` does
 * (scripts/supervisor.mjs).
 */
export const isKept = (): boolean => process.env.PHONEDECK_KEPT === '1' && process.connected

/** What our keeper has to know. */
type Notice =
  /** The server is there. */
  | { port: number }
  /** What is to be stopped where no server is left to do so. */
  | { postgres: { pid: number; pidFile: string } }

export function tellKeeper(notice: Notice): void {
  if (isKept()) process.send?.(notice)
}
