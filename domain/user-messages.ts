/**
 * What the user's websocket carries, as JSON text both ways (SPEC §4, §9; DESIGN, realtime): each message has a
 * `task_type`, and whoever doesn't know a task type passes over it.
 */

/** Browser to server, at once and every 15 s; the server sends the same back, which shows that it lives. */
export const heartbeatTask = 10

/** Server to browser: this session has ended; `message` says why, for people. The server then closes the websocket. */
export const sessionOverTask = 20

export type UserMessage =
  | { task_type: typeof heartbeatTask }
  | { task_type: typeof sessionOverTask; code: number; message: string }
