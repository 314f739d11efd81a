import { RateWindow } from './rate-window.ts'

/** How often this server lets people do what costs others something, apart from signing in. */
export interface OperationLimits {
  /** Tries of one user to change its password: whoever finds an open console doesn't get to guess. */
  passwordChanges: RateWindow
  /** Tries to register from one address. */
  registrations: RateWindow
  /** Site messages that one user sends. */
  messages: RateWindow
  /** Lists that one user takes away as files. */
  exports: RateWindow
  /** Calls of one user that change environments or groups. */
  environmentChanges: RateWindow
  /** Files of environments that one user has checked or imported. */
  imports: RateWindow
  /** Accounts that one user makes and passwords it resets; each costs a hash. */
  accounts: RateWindow
  /** Commands that one user runs on phones. */
  shellCommands: RateWindow
  /** Terminals that one user opens on phones. */
  terminals: RateWindow
  /** Calls of one user that do something with phones. */
  deviceActions: RateWindow
}

export const operationLimits = (): OperationLimits => ({
  passwordChanges: new RateWindow({ limit: 10, length: 5 * 60_000 }),
  registrations: new RateWindow({ limit: 30, length: 10 * 60_000 }),
  messages: new RateWindow({ limit: 60, length: 60_000 }),
  exports: new RateWindow({ limit: 20, length: 60_000 }),
  environmentChanges: new RateWindow({ limit: 300, length: 60_000 }),
  imports: new RateWindow({ limit: 30, length: 60_000 }),
  accounts: new RateWindow({ limit: 120, length: 60_000 }),
  shellCommands: new RateWindow({ limit: 120, length: 60_000 }),
  terminals: new RateWindow({ limit: 60, length: 60_000 }),
  deviceActions: new RateWindow({ limit: 120, length: 60_000 }),
})
