import { codes } from '../../domain/codes.ts'
import type { Role } from '../../domain/roles.ts'
import type { Broker } from '../broker/broker.ts'
import type { Captchas } from './captchas.ts'
import type { Config } from '../config/config.ts'
import { newInviteCode } from './invite-codes.ts'
import { hashPassword } from './passwords.ts'
import { defineOperations } from '../http/contract.ts'
import { announceUser } from './announce.ts'
import { invalidFields, Refusal } from '../http/refusal.ts'
import type { Queries } from '../store/store.ts'
import type { UserRow } from '../store/users.ts'
import { toUser } from './shown.ts'
import { reason } from '../../texts/reason.ts'

/** What becomes of whom one invites: the role below (DESIGN, people). Security and elements have nobody below. */
const inviteeRoles: Readonly<Partial<Record<Role, Role>>> = { admin: 'agent', agent: 'manager', manager: 'element' }

/** Who invites, and as what; refuses whoever may not, which nobody below somebody disabled may. */
async function inviteeOf(store: Queries, inviter: UserRow | undefined): Promise<{ inviter: UserRow; role: Role }> {
  const role = inviter && inviteeRoles[inviter.role]
  if (inviter === undefined || role === undefined || !(await store.users.isEnabled(inviter.id)))
    throw invalidFields({ invite_code: reason('people.reason.wrongInvite') })
  return { inviter, role }
}

interface Ports {
  config: Pick<Config, 'captcha'>
  captchas: Captchas
  broker: Broker
}

export const registrationOperations = defineOperations(({ config, captchas, broker }: Ports) => ({
  /** Whoever is above the caller. */
  userContact: async ({ caller, store }) => (await store.users.contactOf(caller.id)) ?? null,

  /** The caller's invite code, made at the first call. */
  userInviteCode: ({ caller, store, note }) =>
    store.transaction(async (tx) => {
      const user = await tx.users.lock(caller.id)
      if (user?.invite_code) return { invite_code: user.invite_code }
      const invite_code = newInviteCode()
      await tx.users.giveInviteCode(caller.id, invite_code)
      await note(tx, 'user.invite', { target: `user:${caller.id}` })
      return { invite_code }
    }),

  /** Another code for the caller; the one before is nobody's from then on. */
  userInviteCodeRenew: ({ caller, store, note }) =>
    store.transaction(async (tx) => {
      const invite_code = newInviteCode()
      await tx.users.giveInviteCode(caller.id, invite_code)
      await note(tx, 'user.invite_renew', { target: `user:${caller.id}` })
      return { invite_code }
    }),

  /** Makes an account below whoever the invite code belongs to. */
  userRegister: async ({ body, store, note }) => {
    if (config.captcha && !(await captchas.use(body.captcha_id ?? '', body.captcha_val ?? '')))
      throw new Refusal(codes.wrongCaptcha, reason('people.reason.wrongCaptcha'))

    const invited = await store.users.byInviteCode(body.invite_code.trim().toUpperCase())
    await inviteeOf(store, invited)
    const passwordHash = await hashPassword(body.password)
    return store.transaction(async (tx) => {
      // As it is by now: it may be disabled, deleted or curtailed meanwhile.
      const current = invited && (await tx.users.lockMany([invited.id])).get(invited.id)
      const { inviter, role } = await inviteeOf(tx, current)
      const user = await tx.users.addUnlessTaken({
        user_name: body.user_name,
        password_hash: passwordHash,
        role,
        parent: inviter,
        modules: inviter.modules,
      })
      if (user === undefined) throw invalidFields({ user_name: reason('people.reason.nameTaken') })
      const shown = await tx.users.visible(inviter, user.id)
      const now = Date.now()
      await note(tx, 'user.register', { user, target: `user:${user.id}` }, now)
      tx.afterCommit(() => announceUser(broker, user, shown ? { ...toUser(shown) } : {}, now))
      return { id: user.id, user_name: user.user_name, role }
    })
  },
}))
