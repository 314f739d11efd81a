import { codes } from '../../domain/codes.ts'
import type { Role } from '../../domain/roles.ts'
import { newInviteCode } from '../auth/invite-codes.ts'
import { hashPassword } from '../auth/passwords.ts'
import type { Operation } from '../contract.ts'
import { messages } from '../messages.ts'
import { Refusal } from '../refusal.ts'

/** What becomes of whom one invites: the role below (DESIGN, people). Security and elements have nobody below. */
const inviteeRoles: Readonly<Partial<Record<Role, Role>>> = { admin: 'agent', agent: 'manager', manager: 'element' }

/** Whoever is above the caller. */
export const userContact: Operation<'userContact'> = async ({ caller, store }) =>
  (await store.users.contactOf(caller.id)) ?? null

/** The caller's invite code, made at the first call. */
export const userInviteCode: Operation<'userInviteCode'> = ({ caller, store, client }) =>
  store.transaction(async (tx) => {
    const user = await tx.users.lock(caller.id)
    if (user?.invite_code) return { invite_code: user.invite_code }
    const inviteCode = newInviteCode()
    await tx.users.giveInviteCode(caller.id, inviteCode)
    const entry = { user: caller, action: 'user.invite', target: `user:${caller.id}`, ip: client.ip } as const
    await tx.operationLog.append(entry, Date.now())
    return { invite_code: inviteCode }
  })

/** Makes an account below whoever the invite code belongs to. */
export const userRegister: Operation<'userRegister'> = async (call) => {
  const { body, client, config, limits, captchas, store } = call
  if (!limits.registrations.take(client.ip)) throw new Refusal(codes.tooManyTries, messages.tooManyTries)
  if (config.captcha && !(await captchas.use(body.captcha_id ?? '', body.captcha_val ?? '')))
    throw new Refusal(codes.wrongCaptcha, messages.wrongCaptcha)

  const inviter = await store.users.byInviteCode(body.invite_code.trim().toUpperCase())
  const role = inviter?.enabled ? inviteeRoles[inviter.role] : undefined
  if (inviter === undefined || role === undefined)
    throw new Refusal(codes.invalidInput, messages.invalidInput, { invite_code: messages.wrongInvite })
  const passwordHash = await hashPassword(body.password)
  return store.transaction(async (tx) => {
    const user = await tx.users.addUnlessTaken({
      user_name: body.user_name,
      password_hash: passwordHash,
      role,
      parent: inviter,
      modules: inviter.modules,
    })
    if (user === undefined)
      throw new Refusal(codes.invalidInput, messages.invalidInput, { user_name: messages.nameTaken })
    const entry = { user, action: 'user.register', target: `user:${user.id}`, ip: client.ip } as const
    await tx.operationLog.append(entry, Date.now())
    return { id: user.id, user_name: user.user_name, role }
  })
}
