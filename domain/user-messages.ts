/**
 * What the user's websocket carries, as JSON text both ways (SPEC §4, §9; DESIGN, realtime): each message has a
 * `task_type`, and whoever doesn't know a task type passes over it.
 */
export const taskTypes = {
  /** Browser to server, at once and every 15 s; the server sends the same back, which shows that it lives. */
  heartbeat: 10,
  /** Server to browser: this session has ended; `message` says why, for people. The server then closes the socket. */
  signedOut: 20,
} as const

export type UserMessage =
  | { task_type: typeof taskTypes.heartbeat }
  | { task_type: typeof taskTypes.signedOut; message: string }
