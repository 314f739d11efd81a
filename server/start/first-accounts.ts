import type { Kysely } from 'kysely'
import { generatePassword } from '../../domain/new-password.ts'
import { type Role, roles } from '../../domain/roles.ts'
import { hashPassword } from '../people/passwords.ts'
import { settingQueries } from '../store/settings.ts'
import type { Tables } from '../store/tables.ts'
import { userChangeQueries } from '../store/user-changes.ts'
import { userQueries } from '../store/users.ts'

/** An account of the first start, its password in clear: told once and kept nowhere. */
export interface FirstAccount {
  user_name: Role
  password: string
}

/** Settles once whoever started the server has been told. */
export type TellAccounts = (accounts: readonly FirstAccount[]) => Promise<void>

/** The mark of a first start that has told nobody yet who may sign in. */
export const accountsToShow = 'the first accounts are untold'

/**
 * Gives the first accounts their passwords and tells them, unless that was done. What was told counts from the commit on, and
 * a server that is cut off before leaves it to the next, so that nobody is ever left without a password that opens.
 */
export async function tellFirstAccounts(
  db: Kysely<Tables>,
  seedPassword: string | undefined,
  tell: TellAccounts,
): Promise<void> {
  await db.transaction().execute(async (tx) => {
    if (!(await settingQueries(tx).forget(accountsToShow))) return
    const users = userQueries(tx)
    const hashOfSeed = seedPassword === undefined ? undefined : hashPassword(seedPassword)
    const accounts: FirstAccount[] = []
    for (const role of roles) {
      const user = await users.byName(role)
      if (user === undefined) continue // There is but an admin.
      const password = seedPassword ?? generatePassword()
      await userChangeQueries(tx).setPassword(user.id, (await hashOfSeed) ?? (await hashPassword(password)))
      accounts.push({ user_name: role, password })
    }
    await tell(accounts)
  })
}
